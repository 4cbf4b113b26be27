class Node:
    pass


class Name(Node):
    pass


class Call(Node):
    pass
