import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = nn.Linear(3, 2)

    def forward(self, batch):
        return self.inner(batch).view(-1)


def train(model, optimizer, loss_of, batch):
    model.train()
    optimizer.zero_grad()
    loss_of(model(batch), batch).backward()
    optimizer.step()


def main():
    net = Net().to(torch.device("cpu"))
    train(net, torch.optim.Adam(net.parameters()), nn.CrossEntropyLoss(), torch.zeros(3))
