"""A loop over torch's loader asks the dataset for its length and its items, and puts them together."""

from torch.utils.data import DataLoader, Dataset


class Numbers(Dataset):
    def __len__(self):
        return 3

    def __getitem__(self, index):
        return index


def glue(samples):
    return samples


def train(loader):
    for x in loader:
        print(x)


def evaluate(loader):
    for x in loader:
        print(x)


def main():
    train(DataLoader(Numbers(), batch_size=2))
    evaluate(DataLoader(Numbers(), collate_fn=glue))


main()
