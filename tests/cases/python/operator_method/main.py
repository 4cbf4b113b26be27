class Money:
    def __add__(self, other):
        return Money()

    def __len__(self):
        return 1

    def __getitem__(self, key):
        return Money()

    def __iter__(self):
        return self

    def show(self):
        pass


def run(money: Money):
    (money + money).show()
    money[0].show()
    for coin in money:
        pass
    return len(money)
