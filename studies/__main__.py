"""``python -m studies`` is the `couched` command."""

from studies.cli import main

if __name__ == "__main__":
    main()
