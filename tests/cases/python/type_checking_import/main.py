from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import models
    from models import User


def first(user: User):
    user.save()


def second(group: "models.Group"):
    group.save()


def third(users: "list[User]"):
    users.append(1)
