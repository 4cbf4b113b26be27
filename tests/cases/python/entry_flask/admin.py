from app import app


@app.route("/admin")
def admin():
    pass


def test_me():
    pass
