"""The commands, by family. Each takes words of a command line and prints an answer; cli.py has the table of all."""
