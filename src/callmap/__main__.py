"""`python -m callmap` is the command `callmap`."""

from callmap.show.cli import main

main()
