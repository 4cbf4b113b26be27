import app


def fake():
    pass


def test_run():
    app.send = fake
    app.run()
