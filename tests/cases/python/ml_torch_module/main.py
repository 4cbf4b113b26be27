import torch.nn as nn


class Layer(nn.Module):
    def forward(self, x):
        return x


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = Layer()

    def forward(self, x):
        return self.fc(x)


def train():
    Net()(1)


train()
