import models
from models import User as Person

Account = Person


def run():
    Person()
    Account().save()
    kind = models.User
    kind().save()
