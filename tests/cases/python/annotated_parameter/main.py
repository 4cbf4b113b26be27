from typing import Optional, Union

import models
from models import User


def plain(user: User):
    user.save()


def optional(user: Optional[User] = None):
    user.save()


def quoted(user: "models.User | None"):
    user.save()


def either(thing: Union[User, models.Group]):
    thing.save()


def klass(kind: type[User]):
    kind().save()


def reassigned(user: User):
    user = models.Group()
    user.save()


def several(*users: User, **groups: models.Group):
    users.save()
    groups.get("a")
