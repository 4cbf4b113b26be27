import tools

getattr(tools, "clean")()
