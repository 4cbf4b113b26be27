class Cli:
    def start(self):
        pass

    def stop(self):
        pass

    commands = {"start": start, "stop": stop}

    def run(self, name):
        self.commands[name](self)


Cli().run("start")
Cli().run("stop")
