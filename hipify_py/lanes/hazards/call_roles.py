"""What a called function does in a loop that may wait, as far as its name tells."""

from __future__ import annotations

from typing import Literal, cast

from hipify_py.lazy import re

Role = Literal["swap", "add", "load", "vote", "pass", "pure", "calm", "barrier", "free", "clock", "other"]

# What a function does, by its name: `pure` and `pass` give what hangs on the arguments alone.
ROLE = re.compile(
    rb"(?P<swap>atomic(?:CAS|Exch)(?:_block|_system)?|__sync_(?:bool|val)_compare_and_swap"
    rb"|__sync_lock_test_and_set|__atomic_test_and_set"
    rb"|__(?:hip_|nv_)?atomic_(?:compare_)?exchange(?:_n|_strong|_weak)?)"
    rb"|(?P<add>atomic(?:Add|Sub|Inc|Dec|And|Or|Xor|Max|Min)\w*|__sync_fetch_and_(?:add|sub|and|or|xor)"
    rb"|__(?:hip_|nv_)?atomic_fetch_(?:add|sub|and|or|xor|max|min))"
    rb"|(?P<load>atomicLoad\w*|__ld\w*|ld_?\w*|(?:Thread)?[Ll]oad\w*|\w+_(?:ld|load)\w*|(?:test|try)_wait\w*)"
    rb"|(?P<vote>(?:__)?(?:any|all|ballot)(?:_sync)?)"
    rb"|(?P<pass>(?:__)?shfl(?:_\w+)?|__reduce_\w+_sync)"
    rb"|(?P<pure>(?:static|reinterpret|const|bit)_cast|sizeof|make_\w+\d"
    rb"|int|unsigned|bool|volatile|u?int\d+_t|char|short|long|size_t|float|double"
    rb"|__(?:popc|ffs|clz|brev)(?:ll)?|__\w+_as_\w+|__(?:u?int|u?ll|float|double|half|bfloat16|low|high)2\w+"
    rb"|(?:::|(?:cuda::)?std::)?(?:min|max|abs|l?labs|fabs[fl]?|f(?:min|max)[fl]?|signbit|is(?:nan|inf|finite|normal)"
    rb"|(?:ceil|floor|rint|round|trunc|sqrt|exp|exp2|log|log2)[fl]?)"
    rb"|thread_rank|meta_group_(?:rank|size)|num_threads|(?:thread|group)_index"
    rb"|__(?:isnan|isinf|finite|h(?:abs|isnan|isinf|eq|ne|lt|le|gt|ge)\w*)[fl]?)"
    rb"|(?P<calm>__nanosleep|__threadfence\w*|(?:__)?syncwarp|nanosleep|__builtin_amdgcn_s_sleep|printf)"
    rb"|(?P<barrier>__syncthreads\w*|sync)"
    rb"|(?P<clock>(?:wall_)?clock(?:64)?|\w*globaltimer\w*)"
    rb"|(?P<free>(?i:\w*(?:unlock|release)\w*))"
)
# The same of methods of `cuda::atomic` and the like; their object is what atomics have as first argument.
METHOD = re.compile(
    rb"(?P<swap>exchange|compare_exchange_(?:weak|strong)|test_and_set)|(?P<add>fetch_[a-z]+)"
)
OPERATION = re.compile(rb"(?:atomic|fetch_(?:and_)?)(add|sub|and|or|xor|max|min)", re.IGNORECASE)
NOTHING = {b"add": 0, b"sub": 0, b"or": 0, b"xor": 0, b"max": 0}  # leaves what is there; so does `and` of
ALL_BITS = frozenset({-1, (1 << 32) - 1, (1 << 64) - 1})
STILL: frozenset[Role] = frozenset({"vote", "pass", "pure", "calm"})
# These change nothing that they are given but what they swap, or add to.
KNOWN: frozenset[Role] = STILL | frozenset({"swap", "add", "load"})
# These store nothing to what they are given.
ASKS: frozenset[Role] = STILL | frozenset({"load", "barrier"})


def role_of(name: bytes) -> Role:
    """Say what a function does, by its name; "other" of what no name here tells."""
    found = ROLE.fullmatch(name)
    return cast("Role", found.lastgroup) if found else "other"


def role_of_method(name: bytes) -> Role:
    """Say what a method of an atomic object does, by its name."""
    found = METHOD.fullmatch(name)
    return cast("Role", found.lastgroup) if found else "other"


def operation(name: bytes) -> bytes:
    """Give what an atomic does with what is there: `add`, `or` and so on; nothing of one that swaps."""
    found = OPERATION.search(name)
    return found[1].lower() if found else b""


def does_nothing(name: bytes, value: int) -> bool:
    """Say whether an atomic that is given a number leaves what is there, and so only reads."""
    done = operation(name)
    return value in ALL_BITS if done == b"and" else NOTHING.get(done) == value
