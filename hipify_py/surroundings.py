"""What the rest of a project tells about one of its files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

NOTHING: Mapping[str, str] = {}
NO_CONSTANTS: Mapping[bytes, bytes] = {}
NO_FOLDERS: Mapping[bytes, str] = {}
NO_PIECES: Mapping[str, frozenset[str]] = {}
NO_SCOPES: Mapping[bytes, frozenset[bytes]] = {}


class Project(NamedTuple):
    """What its translation units tell about one file. Paths are posix paths, all of one kind.

    `files` gives for a path, and for what an include may name it by, the path; `runtime` holds those of them
    that include the HIP runtime once converted, directly or through others; `names` the macros, types and
    functions with a CUDA-like name that are the program's own here; `renamed` the new path of files that will
    be renamed. `constants` gives the text of the values of constants that speak of warps, such as
    `WARP_SIZE`, which other files of the units define, and `functions` names functions and macros of that
    kind, with a `(` behind the name macros that put names together, with a `%` such as name an index,
    with a `&` functions named as CUDA's for textures, and what they take first, with a `!` those of
    `resolve.c_functions`, and keywords of CUDA, such as
    `__device__`, that are macros for plain C++. `in_c` says that one of the units
    is C, which has no namespaces. `pieces` gives for those of `files` that are pieces of others, and so
    include nothing themselves, the headers that they call for; `included` says that another file includes
    this one. `cxx` is one of the sources of plain C++ that include this file, directly or through others.
    `wavefronts` names the functions of the units that work on all lanes of a wavefront with `--warp native`.
    `clashes` holds those of `files` that make a macro which HIP's headers may meet, before anything in them
    brings these. `beside` holds those of `names` that stand beside CUDA's and hide none: functions outside of
    all scopes, and of a class or namespace that the file only names, as for a type that takes its functions
    along. `rocprim` says of a build file that sources in its folder include Thrust's or CUB's headers, and
    not copies of their own; `as_hip` holds those of them that are plain C++, and `host_cxx` is one of the
    others there that are and read HIP's runtime. For such a source `as_hip` holds it where the build will
    have it compiled as HIP; where it will not, `device_library` is the include by which it reads the
    Thrust or CUB of a header, as it is written, and what that includes of these. Where that header is
    converted as well, it is told in its place: `cxx_readers` are such sources.
    `for_cuda` says of a source that the build files name it only where they build for CUDA, and not for HIP,
    `of_host` that it lies in a folder such as `openmp`, of which a build for HIP takes the one beside it.
    `in_cuda` says that one of the units is CUDA or HIP. `attributes` gives those with which functions are
    declared that the file defines, and what macros among them stand for.
    `side` says of a build file that it is HIP's of two that the project has, in folders beside each other, or
    CUDA's. `without_hip` says of one of CMake's that no file of its tree, the top of which is known, enables
    the language HIP, `with_hip` that one does, and `hip_by_choice` that they do so only in branches between
    which the project itself chooses; `hip_own_way` that there it compiles for HIP without that language;
    `with_platform` that the file at the top defines HIP's platform for all of the tree; `own_commands` are
    commands that look like FindCUDA's and that files of the tree make themselves, and `findcuda` says that
    FindCUDA compiles sources of it.
    `makefile` says of a file that a makefile includes it, whatever its name, `unread` of a CMake module that
    no build file of the whole project includes, and of a template that configure never makes a file of;
    `uncalled` are the functions and macros of a CMake file that nothing there calls, in lower case, and in a
    source the functions of the device that nothing in the program calls.
    `cu_folders` are, for one that collects what lies in folders, those of its tree in which `.cu` files lie.
    `addresses` names the functions of the units that give a device address, and classes with the place at
    which a constructor takes one, as `C#0`, and types that are one, as `T=`. `switches` gives for macros that
    other files make by the compiler what they are for HIP: `1`, `0` or, where they are not there, `-`, with
    an `h` behind where only HIP's compiler says so. `skipped_in` gives for includes, as they are
    written, of headers with CUDA in them that stay as they are the name of the folder which is skipped, or
    nothing where none bears such a name. `skipped` are in a build file what it reads of CUDA and lies in such
    a folder, and in `.gitmodules` the submodules in which nothing is to convert. `filled` are the
    templates, as they are written, that a CMake file fills in with a variable of CUDA's, and that;
    `assigned` is what the makefiles beside one, or the CMake files of its tree, give to variables of flags.
    `legacy_blas` says that the file, or who includes it, includes cublas.h, directly or through others, and
    `libcuxx` so of a header of libcu++'s. `aliases` gives the types of numbers, vectors and
    unsized arrays for which names of other files stand, with the scopes around such a name before it,
    as `a::B::name`. `unread_by` is, for a header that others include only where no build for HIP takes
    the include, the name of one of these. `members` gives for classes that other files define, and of
    whose members the file speaks, what these are, as `resolve.class_members` writes it, and `layouts`
    those that lists of the file may fill in order, as `resolve.layouts` does. `set_beside`
    names variables with CUDA in their names that others set in one run of make with a makefile, or of CMake.
    `versions` gives for macros that other files make what version number of CUDA's they stand for.
    `told_apart` says that a file before this one in a unit tells HIP's compiler from CUDA's by itself.
    `macros` gives for macros that other files make, and that code of the device here may use, head and text,
    `bodies` so for functions of the device the whole text, for methods, behind a `.`, that of their class.
    `first_kin` is, for settings of a build such as there are for several machines, the name of the first
    of those of one folder and ending, and `kin` how many there are. `ships_libcuxx` says that build files
    name a copy of libcu++ of the project's own, and `wraps_thrust` that they put Thrust into a namespace of
    the program's, which is told of there. `loader` is a header that the file reads and that declares
    CUDA's driver API by itself. `in_host_units` says that one of the units is plain C++ that holds CUDA, or
    reads it. `lists_included` says of a CMake file that one of its tree includes a CMakeLists.txt of another
    folder, as it would a module: what is set there for sources is set for those of the includer's folder.
    `gpus_above` are the lists of GPUs, as they are written, that CMake files in the folders above one, in the
    same tree, give CMake's variable for CUDA. `makes_modules` says that a build file beside it or above has
    nvcc make modules, which is told of there.
    `numbers` gives the text of macros of other files that are numbers, and that device code here may use.
    `floats` says that a header that the file includes, directly or through others, includes <float.h>, and
    `floats_by_cuda` that one of CUDA's before it in a unit does so, `glm_for_hip` that one of a GLM does that
    knows HIP's compiler, `json_older` that the nlohmann::json which the file reads is one from before release
    3.11. `brought` are the headers of `match.brought_headers` that other files of a unit bring the file, of
    CUDA's libraries in any unit, of HIP in each. `spaces` are the aliases of CUDA's namespaces that other
    files make, and what they bring in with `using`, each with the scope that holds it.
    `included_hipcc` and `included_unread` are for a makefile `project.shared_flags.FromIncluded`.
    `c_headers` are those of C, of CUB, and of Thrust's algorithms, that headers of the project bring which
    the file includes. `later` gives for functions that the file calls in templates and does not see a file
    that declares each in a unit.
    `side_macro` says whether a build or a source of the project sets `USE_ROCM`, as far as the run tells,
    `platform_set` that a build gives `__HIP_PLATFORM_AMD__`.
    `for_bounds` are the macros of a header that others use, and it, for the second bound of a launch alone.
    `find_modules` are the packages for which a file `Find*.cmake` lies where a CMake file looks for such.
    `configured` says that a configure.ac fills in a build file, and looks for CUDA itself;
    `included_by_none` that nothing in the project includes a header, nor names it. `copied` gives for
    includes, as they are written, of a copy of a library the path by which others include that header.
    `unbuilt` says of a source why no build comes to it. `absent` are the
    sources that a makefile or a script names, and that are none of the project. `linked` are the static
    libraries of a CMake file that others of its tree link, and nobody else. `unmade` are macros that a source
    asks for around some of its parts, and that nothing in the project makes nor speaks of. `last_of_hip`
    says of a header that makes a macro `warpSize` that no unit reads a header of HIP's behind it.
    `only_kept` are members to which a source gives a compute capability, and by which nothing is decided.
    `named_by_none` says of a source of C++ with Thrust or CUB in it that no build of the project names it.
    `unused_helpers` are functions of a header for the host that nothing in the project calls. `outside` gives
    for names with a look of CUDA's the headers outside the run that are called after them and that it sees.
    `scopes` gives for those of `names` that only classes and namespaces hold these, as `a::B`.
    `named_by_others` are kernels and functions of the device that another file of the run declares, starts
    or loads by their names.
    """

    files: Mapping[str, str] = NOTHING
    runtime: frozenset[str] = frozenset()
    names: frozenset[bytes] = frozenset()
    renamed: Mapping[str, str] = NOTHING
    constants: Mapping[bytes, bytes] = NO_CONSTANTS
    functions: frozenset[bytes] = frozenset()
    in_c: bool = False
    pieces: Mapping[str, frozenset[str]] = NO_PIECES
    included: bool = False
    cxx: str = ""
    wavefronts: frozenset[bytes] = frozenset()
    clashes: frozenset[str] = frozenset()
    beside: frozenset[bytes] = frozenset()
    vectors: frozenset[str] = frozenset()
    rocprim: bool = False
    as_hip: frozenset[str] = frozenset()
    host_cxx: str = ""
    in_cuda: bool = False
    attributes: Mapping[bytes, bytes] = NO_CONSTANTS
    side: Literal["", "cuda", "hip"] = ""
    without_hip: bool = False
    own_commands: frozenset[str] = frozenset()
    makefile: bool = False
    unread: bool = False
    cu_folders: frozenset[str] = frozenset()
    addresses: frozenset[bytes] = frozenset()
    device_library: tuple[bytes, bytes] | None = None
    hip_by_choice: bool = False
    hip_own_way: bool = False
    with_hip: bool = False
    findcuda: bool = False
    for_cuda: bool = False
    switches: Mapping[bytes, bytes] = NO_CONSTANTS
    skipped: frozenset[bytes] = frozenset()
    with_platform: bool = False
    uncalled: frozenset[bytes] = frozenset()
    legacy_blas: bool = False
    filled: frozenset[tuple[bytes, bytes]] = frozenset()
    assigned: bytes = b""
    aliases: Mapping[bytes, bytes] = NO_CONSTANTS
    unread_by: str = ""
    libcuxx: bool = False
    members: Mapping[bytes, bytes] = NO_CONSTANTS
    layouts: Mapping[bytes, bytes] = NO_CONSTANTS
    set_beside: frozenset[bytes] = frozenset()
    versions: Mapping[bytes, bytes] = NO_CONSTANTS
    told_apart: bool = False
    macros: Mapping[bytes, bytes] = NO_CONSTANTS
    first_kin: str = ""
    kin: int = 0
    ships_libcuxx: bool = False
    wraps_thrust: bool = False
    gpus_above: frozenset[bytes] = frozenset()
    in_host_units: bool = False
    loader: str = ""
    lists_included: bool = False
    makes_modules: bool = False
    numbers: Mapping[bytes, bytes] = NO_CONSTANTS
    bodies: Mapping[bytes, bytes] = NO_CONSTANTS
    cxx_readers: tuple[str, ...] = ()
    floats: bool = False
    floats_by_cuda: bool = False
    glm_for_hip: bool = False
    json_older: bool = False
    brought: frozenset[bytes] = frozenset()
    skipped_in: Mapping[bytes, str] = NO_FOLDERS
    spaces: tuple[tuple[bytes, bytes], ...] = ()
    of_host: bool = False
    included_hipcc: frozenset[bytes] = frozenset()
    included_unread: frozenset[bytes] = frozenset()
    c_headers: frozenset[bytes] = frozenset()
    later: Mapping[bytes, str] = NO_FOLDERS
    platform_set: bool = False
    side_macro: Literal["", "set", "unset"] = ""
    for_bounds: frozenset[bytes] = frozenset()
    find_modules: frozenset[bytes] = frozenset()
    configured: bool = False
    included_by_none: bool = False
    unbuilt: str = ""
    absent: frozenset[bytes] = frozenset()
    copied: Mapping[bytes, bytes] = NO_CONSTANTS
    linked: frozenset[bytes] = frozenset()
    unmade: frozenset[bytes] = frozenset()
    last_of_hip: bool = False
    unused_helpers: frozenset[bytes] = frozenset()
    named_by_others: frozenset[bytes] = frozenset()
    named_by_none: bool = False
    only_kept: frozenset[bytes] = frozenset()
    outside: Mapping[bytes, bytes] = NO_CONSTANTS
    scopes: Mapping[bytes, frozenset[bytes]] = NO_SCOPES
