class Dataset:
    def __len__(self):
        return 2

    def __getitem__(self, index):
        return Sample()


class Sample:
    def show(self):
        pass


class Loader:
    def __init__(self, dataset):
        self.dataset = dataset

    def __iter__(self):
        for i in range(len(self.dataset)):
            yield self.dataset[i]


def run():
    for sample in Loader(Dataset()):
        sample.show()


run()
