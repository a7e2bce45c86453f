"""What a shell offers behind an option or a command whose values are too many for a list of choices."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import click

LEAST = 3  # letters from which on names of CUDA are offered, of which there are tens of thousands


def gpus(_: click.Context, __: click.Parameter, begun: str) -> list[str]:
    """Give the GPUs of AMD's that begin as the last of a list does."""
    from hipify_py.gpus import GPUS, MEMBERS

    head, sign, last = begun.rpartition(",")
    generic = (name for name in MEMBERS if name.endswith("-generic"))
    named = head.split(",")
    return [f"{head}{sign}{one}" for one in (*GPUS, *generic) if one.startswith(last) and one not in named]


def libraries(_: click.Context, __: click.Parameter, begun: str) -> list[str]:
    """Give the libraries that begin so: the rule files that have names, as `rules list` has them."""
    from hipify_py.rules.load import builtin_folder

    files = sorted(builtin_folder().glob(f"{begun.lower()}*.toml"))
    return [one.stem for one in files if _has_names(one.read_bytes())]


def _has_names(text: bytes) -> bool:
    return any(b"\n[%s]\n" % table in text for table in (b"names", b"headers", b"namespaces"))


def statuses(_: click.Context, __: click.Parameter, begun: str) -> list[str]:
    """Give what may become of a name."""
    from hipify_py.catalogue.entries import STATUSES

    return [one for one in STATUSES if one.startswith(begun)]


def words(_: click.Context, __: click.Parameter, begun: str) -> list[str]:
    """Give what can be explained and begins so: rules, and once there are a few letters CUDA's names."""
    from hipify_py.choices import DNNS
    from hipify_py.rules.load import load

    known = load(dnn=DNNS[-1])
    found = {word for word in (*known.by_id, *known.by_name) if word.startswith(begun)}
    if len(begun) >= LEAST:
        head = begun.encode("utf-8", "replace")
        tables = (known.names, known.headers, known.namespaces)
        found.update(name.decode() for table in tables for name, _ in table.items() if name.startswith(head))
    return sorted(found)
