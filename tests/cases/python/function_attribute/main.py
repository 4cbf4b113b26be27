def work():
    pass


def holder():
    pass


holder.action = work


def run():
    holder.action()


run()
