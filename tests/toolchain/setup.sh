#!/usr/bin/env bash
# usage: setup.sh [7.2|6.4]
#
# Puts a HIP compiler, the ROCm headers and the device libraries below one prefix, from Debian packages
# that are unpacked there and not installed. Needs no GPU, and root only where the machine has no g++.
# Debian 12, amd64. Prefix: $HIP_SYSROOT, by default ~/.cache/hip-sysroot (6.4: ~/.cache/hip-sysroot-6.4).
#
# The archive and its keys are those this machine's apt already uses; the added suites go into an apt
# state of their own, so the machine's package lists stay as they are. STRICT=1 refuses other versions
# than those pinned in rocm-*.txt. Exit: 0 set up, 1 failed, 2 wrong usage or machine.
set -euo pipefail

HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
FLAVOUR=${1:-7.2}
LIST=$HERE/rocm-$FLAVOUR.txt

say() { printf 'setup.sh: %s\n' "$*" >&2; }
die() { say "$1"; exit "${2:-1}"; }

[[ -f $LIST ]] || die "no ROCm '$FLAVOUR' here: say 7.2 or 6.4" 2
DEFAULT=$HOME/.cache/hip-sysroot
[[ $FLAVOUR == 7.2 ]] || DEFAULT+=-$FLAVOUR
PREFIX=${HIP_SYSROOT:-$DEFAULT}
WORK=$PREFIX/.work

field() { awk -v key="$1" '$1 == key { $1 = ""; print }' "$LIST"; }
pins() { awk '/^[^#]/ && $1 != "suites" && $1 != "fallback" { print $1, $2 }' "$LIST"; }

# versions.txt: package, version as pinned, version unpacked. The pins are compared, so that a version
# that is gone from the archive does not make every run start anew.
is_set_up() {
  [[ -f $PREFIX/versions.txt ]] || return 1
  [[ -z $(comm -23 <(pins | sort) <(cut -d' ' -f1,2 "$PREFIX/versions.txt" | sort)) ]] || return 1
  "$PREFIX"/usr/lib/llvm-*/bin/clang --version >/dev/null 2>&1
}

as_root_install() {  # why, packages...
  local why=$1; shift
  [[ $(id -u) == 0 ]] || die "$why: install $* (as root: apt-get install $*), then run this again" 2
  say "$why: installing $*"
  { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@"
  } >"$WORK/install.log" 2>&1 || { tail -5 "$WORK/install.log" >&2; die "apt-get could not install $*"; }
}

private_apt() {  # command and arguments
  local command=$1; shift
  local options=(-o "Dir::State=$WORK/apt" -o "Dir::Cache=$WORK/apt" -o "Dir::State::status=/var/lib/dpkg/status"
    -o Acquire::Languages=none -o Acquire::Retries=3 -o Dpkg::Use-Pty=0 -o APT::Update::Post-Invoke-Success::=)
  if [[ -f $WORK/sources.list ]]; then
    options+=(-o "Dir::Etc::sourcelist=$WORK/sources.list" -o Dir::Etc::sourceparts=/dev/null
      -o Dir::Etc::preferences=/dev/null -o Dir::Etc::preferencesparts=/dev/null)
  fi
  [[ $(id -u) != 0 ]] || options+=(-o APT::Sandbox::User=root)
  "$command" "${options[@]}" "$@"
}

# The machine's own suites of this Debian release, then the given ones on the archive of the first.
write_sources() {  # suites...
  local codename own archive suite
  codename=$(. /etc/os-release && echo "$VERSION_CODENAME")
  rm -f "$WORK/sources.list"
  own=$(private_apt apt-get update --print-uris |
    sed -nE "s#^'(.*/)dists/($codename(-[a-z]+)?)/InRelease'.*#\1 \2#p")
  archive=$(awk -v suite="$codename" '$2 == suite { print $1; exit }' <<<"$own")
  [[ -n $archive ]] || die "apt has no source for Debian $codename: see /etc/apt/sources.list.d" 2
  awk '{ print "deb", $1, $2, "main" }' <<<"$own" >"$WORK/sources.list"
  for suite in "$@"; do echo "deb $archive $suite main"; done >>"$WORK/sources.list"
  private_apt apt-get -qq update >"$WORK/update.log" 2>&1 ||
    { tail -5 "$WORK/update.log" >&2; die "apt-get update failed: is the package archive reachable?"; }
}

newest() {  # reads versions
  local best= version
  while read -r version; do
    [[ -n $best ]] && dpkg --compare-versions "$version" le "$best" || best=$version
  done
  printf '%s' "$best"
}

# A version that is gone: the newest packaging of the same upstream version, else the newest at all.
nearest() {  # package, pinned version, file of available packages
  local upstream=${2#*:} found
  upstream=${upstream%%[+-]*}
  found=$(awk -v p="$1" '$1 == p { print $2 }' "$3" | grep -E "^([0-9]+:)?${upstream//./\\.}([-+~]|$)" | newest)
  [[ -n $found ]] || found=$(awk -v p="$1" '$1 == p { print $2 }' "$3" | newest)
  printf '%s' "$found"
}

list_available() {
  pins | cut -d' ' -f1 | (mapfile -t names; private_apt apt-cache madison "${names[@]}") |
    awk -F'|' '{ gsub(/ /, ""); print $1, $2 }' | sort -u
}

choose() {  # writes package, pin, version to $WORK/versions.txt
  local package pin version
  # shellcheck disable=SC2046  # suites are words
  write_sources $(field suites)
  list_available >"$WORK/available"
  if [[ -n $(comm -23 <(pins | sort) "$WORK/available") ]]; then
    [[ ${STRICT:-0} == 0 ]] || die "no longer in the archive: $(comm -23 <(pins | sort) "$WORK/available" | xargs)"
    # shellcheck disable=SC2046
    write_sources $(field suites) $(field fallback)
    list_available >"$WORK/available"
  fi
  while read -r package pin; do
    version=$pin
    if ! grep -qxF "$package $pin" "$WORK/available"; then
      version=$(nearest "$package" "$pin" "$WORK/available")
      say "$package $pin is no longer in the archive: ${version:-left out}${version:+ instead}"
    fi
    echo "$package $pin ${version:-none}"
  done < <(pins) >"$WORK/versions.txt"
}

unpack() {
  local deb library llvm needs
  mkdir -p "$WORK/debs" "$WORK/root"
  (cd "$WORK/debs" && awk '$3 != "none" { print $1 "=" $3 }' ../versions.txt |
    (mapfile -t wanted; private_apt apt-get -qq download "${wanted[@]}")) >"$WORK/download.log" 2>&1 ||
    { tail -5 "$WORK/download.log" >&2; die "the packages could not be downloaded"; }
  for deb in "$WORK"/debs/*.deb; do
    dpkg-deb --fsys-tarfile "$deb" | tar -x -C "$WORK/root" --exclude='./usr/share/man' --exclude='*.a'
  done
  # clang looks for its libraries beside itself; the packages have them in the multiarch folder
  llvm=$(echo "$WORK"/root/usr/lib/llvm-*/bin/clang)
  llvm=${llvm%/bin/clang}
  for library in "$WORK"/root/usr/lib/x86_64-linux-gnu/lib{LLVM,clang-cpp}.so.*; do
    ln -sf "../../x86_64-linux-gnu/${library##*/}" "$llvm/lib/${library##*/}"
  done
  needs=$(LC_ALL=C ldd "$llvm/bin/clang" "$llvm/bin/lld" "$llvm"/lib/libLLVM.so.*)
  if [[ $needs == *'not found'* ]]; then
    as_root_install "clang needs libraries that this machine lacks" \
      libedit2 libffi8 libtinfo6 libxml2 libz3-4 libzstd1 zlib1g
  fi
}

put_in_place() {
  rm -rf "$PREFIX/versions.txt" "$PREFIX/usr" "$PREFIX/pch"
  mv "$WORK/root/usr" "$PREFIX/usr"
  [[ ! -e $PREFIX/usr/bin/hipify-perl ]] ||
    { mkdir -p "$PREFIX/bin"; ln -sf ../usr/bin/hipify-perl "$PREFIX/bin/hipify-perl"; }
}

smoke_test() {
  cat >"$WORK/smoke.hip" <<'HIP'
#include <hip/hip_runtime.h>
__global__ void k(float *p) { p[threadIdx.x] += 1.f; }
int main() { k<<<1, 64>>>(nullptr); return hipDeviceSynchronize() != hipSuccess; }
HIP
  HIP_SYSROOT=$PREFIX python3 "$HERE/hipcheck.py" "$WORK/smoke.hip" || die "the compiler does not work: see above"
}

if is_set_up; then say "already set up: $PREFIX"; exit 0; fi
[[ $(dpkg --print-architecture 2>/dev/null) == amd64 ]] || die "this needs Debian on amd64" 2
mkdir -p "$PREFIX" || die "cannot write $PREFIX: set HIP_SYSROOT to a folder of your own" 2
exec 9>"$PREFIX/.lock"
flock 9
if is_set_up; then say "already set up: $PREFIX"; exit 0; fi
rm -rf "$WORK"
mkdir -p "$WORK"/apt/{lists,archives}/partial
compgen -G '/usr/include/c++/*/vector' >/dev/null && [[ -e /usr/include/stdio.h ]] ||
  as_root_install "no C++ headers on this machine" g++
command -v python3 >/dev/null || as_root_install "no Python on this machine" python3
say "fetching ROCm $FLAVOUR and clang to $PREFIX (about 60 MB, 300 MB unpacked)"
choose
unpack
put_in_place
smoke_test
mv "$WORK/versions.txt" "$PREFIX/versions.txt"
rm -rf "$WORK"
say "ready: $PREFIX"
