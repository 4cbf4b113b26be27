class Node:
    def __init__(self, action, next=None):
        self.action = action
        self.next = next


def first():
    pass


def second():
    pass


def run(node):
    while node:
        node.action()
        node = node.next


run(Node(first, Node(second)))
