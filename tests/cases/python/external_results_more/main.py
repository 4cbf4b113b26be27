import argparse
import hashlib
import os
import re
import subprocess
from urllib.parse import urlparse


def whole(value):
    return int(value)


def run(args):
    pass


def parse():
    parser = argparse.ArgumentParser()
    group = parser.add_argument_group("numbers")
    group.add_argument("-a", type=whole)
    only = group.add_mutually_exclusive_group()
    only.add_argument("-b", type=whole)
    commands = parser.add_subparsers()
    first = commands.add_parser("run")
    first.set_defaults(func=run)
    args = parser.parse_args()
    args.func(args)


def read(url):
    os.environ.get("LANG", "").split(":")
    os.environ["PATH"].partition(":")
    for match in re.finditer("x", url):
        match.group(1).strip()
    subprocess.check_output(["a"], text=True).splitlines()
    subprocess.check_output(["a"]).decode()
    urlparse(url).netloc.lower()
    hashlib.md5().update(b"")
    for root, _, files in os.walk("."):
        root.upper()
        files[0].title()


def settings(key, name):
    table = {"name": 1}
    table[key] = hashlib.md5()
    table["name"].digest()
    table[name].digest()
