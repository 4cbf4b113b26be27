class Stop:
    def on_epoch(self, trainer):
        pass


class Log:
    def on_epoch(self, trainer):
        trainer.save()


class Trainer:
    def __init__(self, loss, callbacks=None):
        self.loss = loss
        self.callbacks = callbacks or []

    def fit(self):
        self.loss()
        for callback in self.callbacks:
            callback.on_epoch(self)

    def save(self):
        pass


def mse():
    pass


Trainer(mse, callbacks=[Stop(), Log()]).fit()
