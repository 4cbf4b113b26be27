class Cache:
    def __call__(self, function):
        def remember(*args):
            return function(*args)

        return remember


cache = Cache()


class Model:
    @cache
    def slow(self, x):
        return x


Model().slow(1)
