def clean(text):
    return text
