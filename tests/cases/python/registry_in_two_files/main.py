import plugins
from reg import run

run("a")
