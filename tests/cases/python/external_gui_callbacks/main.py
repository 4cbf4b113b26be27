import argparse
import threading
import tkinter as tk

import click
import urwid


class App(tk.Frame):
    def __init__(self, master):
        super().__init__(master)
        self.go = tk.Button(self, text="go", command=self.on_go)
        self.go.bind("<Return>", self.on_key)
        self.after(100, self.tick)
        master.protocol("WM_DELETE_WINDOW", self.on_close)

    def on_go(self):
        pass

    def on_key(self, event):
        pass

    def tick(self):
        pass

    def on_close(self):
        pass


class Worker(threading.Thread):
    def __init__(self):
        super().__init__(target=self.work, daemon=True)

    def work(self):
        pass


class Shout(argparse.Action):
    def __call__(self, parser, namespace, values, option_string=None):
        pass


def pressed(button):
    pass


def shell():
    return "sh"


@click.command()
@click.option("--shell", default=shell)
def main(shell):
    root = tk.Tk()
    App(root)
    Worker().start()
    urwid.Button("x", on_press=pressed)
    parser = argparse.ArgumentParser()
    parser.add_argument("--loud", action=Shout)
    parser.add_argument("--quiet", action="store_true")
