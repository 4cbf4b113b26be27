class Low(Exception):
    def tell(self):
        pass


class High(Exception):
    def tell(self):
        pass


def handled():
    try:
        raise Low()
    except Low:
        pass
    raise High()


def behind():
    try:
        low()
    except (Low, ValueError):
        pass
    raise High()


def low():
    raise Low()


def again():
    try:
        low()
    except Low:
        raise


def named_again():
    try:
        low()
    except Low as error:
        raise error


def other():
    try:
        raise High()
    except Low:
        pass


def catch_handled():
    try:
        handled()
    except Exception as error:
        error.tell()


def catch_behind():
    try:
        behind()
    except Exception as error:
        error.tell()


def catch_again():
    try:
        again()
    except Exception as error:
        error.tell()


def catch_named_again():
    try:
        named_again()
    except Exception as error:
        error.tell()


def catch_other():
    try:
        other()
    except Exception as error:
        error.tell()


catch_handled()
catch_behind()
catch_again()
catch_named_again()
catch_other()
