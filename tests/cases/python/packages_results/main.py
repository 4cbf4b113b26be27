import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from sklearn.linear_model import LinearRegression
from sklearn.svm import SVC


def clean(text):
    return text


def widen(row):
    return row


def run(path):
    frame = pd.read_csv(path)
    frame.dropna().groupby("name").agg("mean")
    frame["name"].apply(clean)
    frame.apply(widen, axis=1)
    frame.loc[0].sum()
    values = np.zeros((2, 2)).reshape(4) * 2
    values.mean()
    figure, axes = plt.subplots()
    axes.plot(values)
    figure.savefig(path)
    SVC().fit(values, values).predict(values)
    report(LinearRegression(), values)


def report(model, values):
    model.fit(values, values)
    model.score(values, values)
