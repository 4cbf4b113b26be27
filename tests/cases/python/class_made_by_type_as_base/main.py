class QuerySet:
    def order(self):
        pass


class BaseManager:
    @classmethod
    def of(cls, queries, name=None):
        if name is None:
            name = f"{cls.__name__}Of{queries.__name__}"
        return type(name, (cls,), {"queries": queries, **cls.more()})

    @classmethod
    def more(cls):
        return {}

    def all(self):
        return self.queries()


class Manager(BaseManager.of(QuerySet)):
    pass


Manager().all().order()
