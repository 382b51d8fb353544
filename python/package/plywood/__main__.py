"""The program ``plywood``: ``python -m plywood serve``."""

import sys

from plywood import _plywood


def main() -> None:
    """Run the program with the arguments of the process."""
    sys.exit(0 if _plywood.main(["plywood", *sys.argv[1:]]) else 1)


if __name__ == "__main__":
    main()
