class Dog:
    def speak(self):
        pass


class Cat:
    def speak(self):
        pass


def both(pet):
    return isinstance(pet, Dog) and pet.speak()


def either(pet):
    return not isinstance(pet, Dog) or pet.speak()


def choice(pet):
    return pet.speak() if isinstance(pet, Dog) else None


def other(pet):
    return None if isinstance(pet, Dog) else pet.speak()


def each(pets):
    return [pet.speak() for pet in pets if isinstance(pet, Cat)]


def after(pet):
    found = isinstance(pet, Dog) and pet
    pet.speak()
    return found


for pet in (Dog(), Cat()):
    both(pet)
    either(pet)
    choice(pet)
    other(pet)
    each([pet])
    after(pet)


def unknown(pet, pets):
    if isinstance(pet, Cat) and pet.speak():
        return [some.speak() for some in pets if isinstance(some, Dog)]
    return pet.speak()
