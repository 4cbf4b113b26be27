from contextlib import ExitStack


def f(x):
    pass


class C:
    def __enter__(self):
        return self

    def __exit__(self, *a):
        pass

    def go(self):
        pass


with ExitStack() as st:
    st.callback(f, 1)
    c = st.enter_context(C())
    c.go()
