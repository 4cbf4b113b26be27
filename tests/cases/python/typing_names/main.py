from typing import Any, Callable, Protocol, TypeVar, cast

from models import User

T = TypeVar("T")


class Saver(Protocol):
    def save(self): ...


def anything(x: Any):
    x.save()


def factory(make: Callable[[], User]):
    make().save()


def generic(x: T):
    x.save()


def told(x):
    cast(User, x).save()


def narrowed(x):
    if isinstance(x, User):
        x.save()


def shaped(x: Saver):
    x.save()
