"""What was decided, discussed and broken: notes, kept in a database of their own, which nothing can make again.

`notes` are the nouns, `store` keeps them, `place` says where. Nothing that reads, links or indexes code imports this.
"""
