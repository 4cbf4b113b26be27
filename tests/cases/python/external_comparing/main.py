import argparse
import heapq


class Node:
    def __init__(self, cost):
        self.cost = cost

    def __lt__(self, other):
        return self.cost < other.cost


def number(text):
    return int(text)


def search():
    heap = []
    heapq.heappush(heap, Node(1))
    heapq.heappush(heap, Node(0))
    return heapq.heappop(heap).cost


def options():
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=number)
    return parser.parse_args([])


search()
options()
