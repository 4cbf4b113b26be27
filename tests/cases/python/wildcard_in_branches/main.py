from kinds import go, rest, stay

go()
stay()
rest()
