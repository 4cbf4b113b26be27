class Scaler:
    def fit(self):
        pass

    def transform(self):
        pass


class Model:
    def fit(self):
        pass


class Pipeline:
    def __init__(self, steps):
        self.steps = steps

    def fit(self):
        for name, step in self.steps[:-1]:
            step.transform()
        self.steps[-1][1].fit()


pipeline = Pipeline([("scale", Scaler()), ("model", Model())])
pipeline.fit()
