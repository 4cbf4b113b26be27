import app
import client


def fake_fetch():
    pass


def fake_send(self):
    pass


def test_run(monkeypatch):
    client.fetch = fake_fetch
    client.Client.send = fake_send
    monkeypatch.setattr(client, "fetch", fake_fetch)
    app.run()
