def run():
    pass


class Task:
    def __call__(self):
        pass


run.__call__()
Task().__call__()
