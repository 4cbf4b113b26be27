from app import app, handlers

app.start()
handlers["open"]()
