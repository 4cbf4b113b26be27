# What pyproject.toml installs as a program.
def main():
    run()


def run():
    pass
