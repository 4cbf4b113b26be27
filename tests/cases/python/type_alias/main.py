from typing import Union

from models import User

Person = User
Maybe = Union[User, None]
Short = User | None


def plain(x: Person):
    x.save()


def union(x: Maybe):
    x.save()


def short(x: Short):
    x.save()
