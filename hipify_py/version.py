"""The version of the program, in one place that everything may import and the build reads."""

__version__ = "0.1.0"
