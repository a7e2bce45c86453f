import pytest
from helpers.matches import RULES


@pytest.mark.parametrize(
    ("name", "library"),
    [
        (b"cudnnFrobnicate", "cuDNN"),
        (b"cudaFrobnicate", "the CUDA runtime API"),
        (b"frobnicate", ""),
        (b"", ""),
    ],
)
def test_the_library_that_a_name_looks_like_one_of(name: bytes, library: str) -> None:
    assert RULES.libraries.of(name) == library
    assert (RULES.is_unknown.fullmatch(name) is not None) is bool(library)


@pytest.mark.parametrize(
    ("path", "library"),
    [(b"optix.h", "optix"), (b"npp.h", "npp"), (b"cufft.h", ""), (b"own/thing.h", "")],
)
def test_the_library_without_a_counterpart_that_a_header_is_of(path: bytes, library: str) -> None:
    assert RULES.libraries.lacking_of(path) == library
