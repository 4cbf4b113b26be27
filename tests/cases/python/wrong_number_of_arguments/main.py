class Page:
    pass


class Line:
    pass


def whole(page):
    pass


def part(page, first, *, last=0):
    pass


def named(page, *, name):
    pass


def on_page(item: Page, *rest):
    pass


def on_line(item: Line, *rest):
    pass


steps = [whole, part, named]
typed = [on_page, on_line]


def one(page: Page):
    for step in steps:
        step(page)


def two(page: Page):
    for step in steps:
        step(page, 1)


def by_name(page: Page):
    for step in steps:
        step(page, name="a")


def by_class(page: Page):
    for step in typed:
        step(page)


one(Page())
two(Page())
by_name(Page())
by_class(Page())
