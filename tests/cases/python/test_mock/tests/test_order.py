from unittest.mock import Mock, patch

from shop.order import Order


def send():
    pass


class FakeMailer:
    def deliver(self):
        pass


@patch("shop.order.send", send)
def test_place():
    Order(FakeMailer()).place()
    Order(Mock()).place()
    FakeMailer().deliver()
