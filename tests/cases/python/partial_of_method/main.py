from functools import partial, partialmethod


class Light:
    def switch(self, on):
        pass

    on = partialmethod(switch, True)

    def dim(self, level):
        pass


def run():
    light = Light()
    light.on()
    half = partial(light.dim, 50)
    half()


run()
