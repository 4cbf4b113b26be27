import redis


def connect():
    redis.connect()
