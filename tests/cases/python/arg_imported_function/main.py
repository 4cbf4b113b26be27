from lib import apply, work

apply(work)
