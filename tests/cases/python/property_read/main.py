from functools import cached_property

from models import Address


class User:
    @property
    def address(self):
        return Address()

    @cached_property
    def name(self) -> str:
        return "a"

    def show(self):
        self.address.print()
        return self.name


def run(user: User):
    user.address.print()
    return user.name
