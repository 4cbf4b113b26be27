"""callmap: a map of who calls whom in a code base, with the evidence for every edge."""

__version__ = "0.1.0"
