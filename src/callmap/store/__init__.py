"""Keeps what was found: `store.Index`, over one SQLite file."""
