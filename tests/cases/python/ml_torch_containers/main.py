"""Modules that lie in torch's own containers are called from where they are used."""

from torch import nn


class Layer(nn.Module):
    def forward(self, x):
        return x


class Head(nn.Module):
    def forward(self, x):
        return x


class Swish(nn.Module):
    def forward(self, x):
        return x


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([Layer() for _ in range(2)])
        self.heads = nn.ModuleDict({"a": Head()})
        self.last = nn.Sequential(nn.Linear(2, 2), Swish())

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return self.last(self.heads["a"](x))


Net()(1)
