"""What the rules say about each name, joined with what the headers declare: the data of `hipify-py rules`.

Nothing here is needed to convert, and nothing that converts imports it.
"""
