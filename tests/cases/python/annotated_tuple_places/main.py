class Lock:
    def release(self):
        pass


class File:
    def close(self):
        pass

    def release(self):
        pass


def pair(both: tuple[Lock, File]):
    lock, file = both
    lock.release()
    file.close()


def pairs(all: list[tuple[Lock, File]]):
    for lock, file in all:
        lock.release()
        file.close()


def many(locks: tuple[Lock, ...]):
    for lock in locks:
        lock.release()
