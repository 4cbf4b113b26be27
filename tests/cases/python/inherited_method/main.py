from base import Base


class User(Base):
    def rename(self):
        self.save()


def run():
    User().save()
