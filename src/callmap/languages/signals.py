"""Where compiled code lets signals in: takes nothing, gives nothing, and must stay interpreted.

Python runs the handlers of signals (a deadline, Ctrl-C) between steps of its interpreter. Compiled code takes no such
steps; it calls this now and then.
"""


def let_signals_in() -> None:
    """Handlers of signals that have come run here, and may raise."""
