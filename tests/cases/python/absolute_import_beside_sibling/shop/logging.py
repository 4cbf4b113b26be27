import logging


def info(text):
    logging.info(text)
