from .text import clean as text
