"""`hipify-py` and `python -m hipify_py`."""

import gc


def main() -> None:
    """Run the command line.

    A run makes many small values that live as long as it does and next to no cycles: collecting garbage as
    often as Python does by default would take a quarter of the start-up, and looking through all that is left
    as the process ends a twentieth of a short run.
    """
    gc.set_threshold(100_000, 20, 20)
    from hipify_py.cli import main

    try:
        main.main()
    finally:
        gc.freeze()


if __name__ == "__main__":
    main()
