from acme.core import start
