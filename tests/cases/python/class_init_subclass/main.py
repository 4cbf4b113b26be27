class Base:
    plugins = []

    def __init_subclass__(cls, **kwargs):
        super().__init_subclass__(**kwargs)
        cls.plugins.append(cls)


class Sub(Base):
    def go(self):
        pass


def run():
    for plugin in Base.plugins:
        plugin().go()


run()
