"""What becomes of build files, for tests."""

from helpers.matches import RULES
from hipify_py.build.conversion import build_file
from hipify_py.model import Result
from hipify_py.settings import Options


def cmake_file(text: str, given: Options = Options()) -> Result:  # noqa: B008
    """Convert the text of a CMakeLists.txt, and see that the outcome is settled."""
    options = given._replace(path="CMakeLists.txt")
    result = build_file(text.encode(), RULES, options)
    assert build_file(result.output, RULES, options).output == result.output
    return result
