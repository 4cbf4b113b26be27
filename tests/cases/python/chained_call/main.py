from query import Query


def run():
    return Query().where("a").order("b").first().upper()
