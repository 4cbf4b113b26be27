from table import COMMANDS, KEY

COMMANDS[KEY]()
