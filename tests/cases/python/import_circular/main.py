import first

first.go(2)
