"""Facts about the CUDA and HIP headers, and the name tables under `rules/` that follow from them.

Run `python -m hipify_py.facts --help` to derive both again from the real headers.
"""
