import numpy as np
import pandas as pd
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import FunctionTransformer
from sklearn.svm import SVC


class Clip:
    def fit(self, rows, labels=None):
        return self

    def transform(self, rows):
        return rows.clip(0)


class Voter:
    def fit(self, rows, labels):
        return self

    def predict(self, rows):
        return rows


class Stranger:
    def fit(self, rows):
        pass


def log(rows):
    return rows


def widen(table):
    return table["a"] * 2


def double(number):
    return number * 2


def build():
    return Pipeline([("clip", Clip()), ("vote", Voter())])


def train(rows, labels):
    model = build()
    model.fit(rows, labels)
    return model


def ask(model, rows):
    return model.predict(rows).mean()


def chain(rows, labels):
    return make_pipeline(FunctionTransformer(log), SVC()).fit(rows, labels).score(rows, labels)


def tables(path):
    table = pd.read_csv(path).assign(b=widen)
    table["b"].rolling(2).mean()
    return np.vectorize(double)(table["b"])


def draw():
    generator = np.random.default_rng(0)
    return generator.normal(size=3).mean()


ask(train(draw(), draw()), draw())
chain(draw(), draw())
tables("a.csv")
