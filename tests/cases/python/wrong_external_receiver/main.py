import subprocess


class Job:
    def run(self):
        pass

    def wait(self):
        pass


def main():
    process = subprocess.Popen(["true"])
    process.wait()
    subprocess.run(["true"])


main()
