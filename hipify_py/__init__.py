"""CUDA to HIP source translator: `convert` one source, `convert_tree` a project."""

__version__ = "0.1.0"
