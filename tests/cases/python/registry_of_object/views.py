from app import app


@app.route("/x")
def vx():
    pass


@app.route("/y")
def vy():
    pass
