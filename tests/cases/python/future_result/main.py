from concurrent.futures import ThreadPoolExecutor


class Answer:
    def show(self):
        pass


def work():
    return Answer()


def done(future):
    future.result().show()


def run():
    with ThreadPoolExecutor() as pool:
        future = pool.submit(work)
        future.add_done_callback(done)
        future.result().show()


run()
