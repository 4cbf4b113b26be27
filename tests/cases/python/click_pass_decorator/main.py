import click


class Repo:
    def check(self):
        pass

    def push(self):
        pass


pass_repo = click.make_pass_decorator(Repo)


@click.group()
@click.pass_context
def cli(context):
    context.obj = Repo()


@cli.command()
@click.argument("branch")
@pass_repo
def publish(repo, branch):
    repo.check()
    branch.check()


class Commands:
    @cli.command()
    @pass_repo
    def push(repo):
        repo.push()


Commands()
