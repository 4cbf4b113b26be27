import pkg

pkg.start()
