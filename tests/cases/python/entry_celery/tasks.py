# Tasks that a worker runs.
from celery import Celery, shared_task

queue = Celery("shop")


@queue.task
def send():
    pass


@shared_task(bind=True)
def clean(self):
    pass
