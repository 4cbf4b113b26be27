import numpy as np
import pandas as pd
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler


def run(path):
    frame = pd.read_csv(path)
    frame["age"].fillna(0).mean()
    frame[["age", "name"]].head()
    frame[frame["age"] > 1].tail()
    frame.groupby("name")["age"].sum().plot()
    frame["name"].str.strip().str.lower()
    frame.isnull().sum().sort_values()
    frame.columns.tolist()
    frame.values.reshape(-1)
    for column in frame.columns:
        frame[column].astype("category")
    for _, group in frame.groupby("name"):
        group.describe()
    for _, row in frame.iterrows():
        row.max()
    left, right, _, known = train_test_split(frame, frame["age"])
    right.info()
    known.unique()
    StandardScaler().fit_transform(left).round()
    np.dot(left, right).T.max()
