"""`python -m osler` is the `osler` command."""

from osler.surfaces.cli import main

if __name__ == "__main__":
    main()
