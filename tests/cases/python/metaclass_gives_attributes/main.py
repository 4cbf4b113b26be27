from options import Manager, Options


class ModelBase(type):
    def __new__(cls, name, bases, names):
        make = super().__new__
        if not [base for base in bases if isinstance(base, ModelBase)]:
            return make(cls, name, bases, names)
        own = {key: value for key, value in names.items() if key != "Meta"}
        made = make(cls, name, bases, own)
        made.add("options", Options(names.get("Meta")))
        made.manager = Manager()
        made.describe = describe
        made.prepare()
        return made

    def add(cls, name, value):
        if hasattr(value, "contribute"):
            value.contribute(cls, name)
        else:
            setattr(cls, name, value)

    def prepare(cls):
        cls.options.field("id")


def describe(model):
    model.options.field("name")


class Model(metaclass=ModelBase):
    pass


class User(Model):
    pass


class Group(Model):
    manager = None


class Admin:
    def __init__(self, model):
        self.model = model
        self.options = model.options

    def show(self):
        self.model.options.field("a")
        self.options.field("b")
        self.model.manager.all()
        self.model().describe()


Admin(User).show()
Group()
