def setup():
    pass


setup()

if __name__ == "__main__":
    setup()
