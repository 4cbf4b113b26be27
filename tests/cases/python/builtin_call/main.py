def append(x):
    return x


def run(n):
    items = []
    items.append(len("a"))
    ",".join(items)
    {}.get("a")
    text = str(n)
    text.strip()
    return isinstance(n, int)
