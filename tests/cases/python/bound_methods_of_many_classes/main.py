class Machine:
    def __init__(self):
        self.state = self.start

    def step(self):
        self.state()

    def start(self):
        self.state = self.read

    def read(self):
        self.state = self.check

    def check(self):
        self.note()
        self.state = self.wait

    def wait(self):
        self.state = self.sort

    def sort(self):
        self.state = self.send

    def send(self):
        self.state = self.close

    def close(self):
        self.state = self.clean

    def clean(self):
        self.state = self.stop

    def stop(self):
        self.state = self.start

    def note(self):
        pass


class Red(Machine):
    pass


class Green(Machine):
    pass


class Blue(Machine):
    pass


class Black(Machine):
    pass


class White(Machine):
    pass


class Brown(Machine):
    pass


class Pink(Machine):
    pass


class Grey(Machine):
    pass


for kind in (Red, Green, Blue, Black, White, Brown, Pink, Grey):
    kind().step()
