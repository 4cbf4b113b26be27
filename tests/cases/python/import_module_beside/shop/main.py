import cart
import redis
from prices import price

import json


def main():
    cart.total(price)
    redis.connect()
    json.dumps(1)


if __name__ == "__main__":
    main()
