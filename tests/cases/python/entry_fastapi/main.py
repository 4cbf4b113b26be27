# Routes of an application and of a router in another file, and what they depend on.
from fastapi import Depends, FastAPI

from users import router

app = FastAPI()
app.include_router(router)


def database():
    yield 1


@app.get("/")
async def root(db=Depends(database)):
    return db


@app.on_event("startup")
def start():
    pass
