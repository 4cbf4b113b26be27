import docker
from docker import from_env


def run():
    docker.from_env()
    from_env()
