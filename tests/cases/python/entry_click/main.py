# Commands of click and typer, of a group and in another way.
import click
import typer

shell = typer.Typer()


@click.group()
def cli():
    pass


@cli.command()
@click.option("--name")
def greet(name):
    say(name)


@click.command("plain")
def plain():
    pass


@shell.command()
def hello():
    pass


def single():
    pass


def say(name):
    pass


cli.add_command(plain)
typer.run(single)

if __name__ == "__main__":
    cli()
