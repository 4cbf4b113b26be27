class Loud:
    def shout(self):
        self.speak()


class Dog(Loud):
    def speak(self):
        pass


class Cat(Loud):
    def speak(self):
        pass


class Radio:
    def speak(self):
        pass


Dog().shout()
Cat().shout()
