"""`python -m hipify_py`."""

from hipify_py.cli import main

if __name__ == "__main__":
    main()
