def field(key, default=None):
    def read(request):
        return request.values.get(key, default)

    def write(request, value):
        request.values[key] = value

    def drop(request):
        del request.values[key]

    return property(read, write, drop)


def converted(inner, parse):
    def read(request):
        return parse(inner.fget(request))

    def write(request, value):
        inner.fset(request, str(value))

    return property(read, write, inner.fdel)
