from reg import register


@register("a")
def pa():
    pass


@register("b")
def pb():
    pass
