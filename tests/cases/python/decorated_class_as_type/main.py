import kinds
from kinds import Task
from kinds import task as given
from outside import tasks


def declared(one: Task):
    one.run()


def qualified(one: kinds.Task):
    one.run()


def listed(all: list[Task]):
    for each in all:
        each.run()


def returned():
    given().run()


declared(tasks.first)
qualified(tasks.first)
listed(tasks.all)
returned()
