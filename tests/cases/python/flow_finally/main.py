class First:
    def close(self):
        pass


class Second:
    def close(self):
        pass


class Third:
    def close(self):
        pass


def returned(some):
    part = None
    try:
        part = First()
        return some(part)
    finally:
        part.close()


def returned_in_branch(some):
    part = First()
    try:
        if some:
            part = Second()
            return some(part)
    except ValueError:
        part = Third()
        raise
    finally:
        part.close()


def failed(some):
    part = First()
    try:
        part = Second()
        return some(part)
    except ValueError:
        part.close()
        raise


def after(some):
    part = First()
    try:
        if some:
            part = Second()
            return part
    finally:
        some()
    part.close()


def replaced(some):
    try:
        part = First()
    finally:
        part = Second()
    part.close()


returned(print)
returned_in_branch(print)
failed(print)
after(print)
replaced(print)
