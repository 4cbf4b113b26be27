from typing import Optional, Protocol


class Handler(Protocol):
    def __call__(self, event): ...


class Window:
    def on_key(self, event):
        pass

    def handler(self, kind) -> Optional[Handler]:
        if kind == "key":
            return self.on_key
        return None

    def send(self, event):
        handler = self.handler("key")
        if handler is not None:
            handler(event)


Window().send("a")
