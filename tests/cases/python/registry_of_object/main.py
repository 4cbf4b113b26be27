from app import app
import views

app.run("/x")
