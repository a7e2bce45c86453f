"""Build files: CMake, makefiles and compile lines are converted, other build systems reported."""
