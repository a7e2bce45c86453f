"""What a called function does in a loop that may wait, as far as its name tells."""

from __future__ import annotations

import re
from typing import Literal, cast

Role = Literal["swap", "add", "load", "vote", "pass", "pure", "calm", "barrier", "free", "clock", "other"]

# What a function does, by its name: `pure` and `pass` give what hangs on the arguments alone.
ROLE = re.compile(
    rb"(?P<swap>atomic(?:CAS|Exch)(?:_block|_system)?|__sync_(?:bool|val)_compare_and_swap"
    rb"|__sync_lock_test_and_set|__atomic_test_and_set"
    rb"|__(?:hip_|nv_)?atomic_(?:compare_)?exchange(?:_n|_strong|_weak)?)"
    rb"|(?P<add>atomic(?:Add|Or|Max)\w*|__sync_fetch_and_(?:add|or)|__(?:hip_|nv_)?atomic_fetch_(?:add|or|max))"
    rb"|(?P<load>atomicLoad\w*|__ld\w*|ld_?\w*|[Ll]oad\w*|\w+_(?:ld|load)\w*|(?:test|try)_wait\w*)"
    rb"|(?P<vote>(?:__)?(?:any|all|ballot)(?:_sync)?)"
    rb"|(?P<pass>(?:__)?shfl(?:_\w+)?)"
    rb"|(?P<pure>(?:static|reinterpret|const|bit)_cast|sizeof|make_\w+\d"
    rb"|int|unsigned|bool|volatile|u?int\d+_t|char|short|long|size_t|float|double"
    rb"|__(?:popc|ffs|clz|brev)(?:ll)?|__\w+_as_\w+|__(?:u?int|u?ll|float|double|half|bfloat16|low|high)2\w+"
    rb"|(?:::|(?:cuda::)?std::)?(?:min|max|abs|l?labs|fabs[fl]?|f(?:min|max)[fl]?|signbit|is(?:nan|inf|finite|normal)"
    rb"|(?:ceil|floor|rint|round|trunc|sqrt|exp|exp2|log|log2)[fl]?)"
    rb"|__(?:isnan|isinf|finite|h(?:abs|isnan|isinf|eq|ne|lt|le|gt|ge)\w*)[fl]?)"
    rb"|(?P<calm>__nanosleep|__threadfence\w*|(?:__)?syncwarp|nanosleep|__builtin_amdgcn_s_sleep|printf)"
    rb"|(?P<barrier>__syncthreads\w*|sync)"
    rb"|(?P<clock>(?:wall_)?clock(?:64)?|\w*globaltimer\w*)"
    rb"|(?P<free>(?i:\w*(?:unlock|release)\w*))"
)
STILL: frozenset[Role] = frozenset({"vote", "pass", "pure", "calm"})
# These change nothing that they are given but what they swap, or add to.
KNOWN: frozenset[Role] = STILL | frozenset({"swap", "add", "load"})


def role_of(name: bytes) -> Role:
    """Say what a function does, by its name; "other" of what no name here tells."""
    found = ROLE.fullmatch(name)
    return cast("Role", found.lastgroup) if found else "other"
