from impl import helper

__all__ = ["visible", "_listed"]


def visible():
    pass


def _listed():
    pass


def hidden():
    pass
