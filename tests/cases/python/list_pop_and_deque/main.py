from collections import deque


def first():
    pass


def second():
    pass


def run():
    stack = [first]
    stack.pop()()
    queue = deque()
    queue.append(second)
    queue.popleft()()


run()
