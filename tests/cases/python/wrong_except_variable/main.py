class Failure(Exception):
    def close(self):
        pass

    def report(self):
        pass


class File:
    def close(self):
        pass

    def report(self):
        pass


def run(n):
    e = File()
    try:
        if n:
            raise Failure()
    except Failure as e:
        e.report()
        return
    e.close()


run(0)
run(1)
