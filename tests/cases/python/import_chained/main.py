import pkg.sub.tools

pkg.sub.tools.clean()
