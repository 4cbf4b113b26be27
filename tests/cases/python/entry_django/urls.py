# URL patterns register views, also of classes and behind a decorator.
from django.contrib.auth.decorators import login_required
from django.urls import include, path, re_path

import views

urlpatterns = [
    path("", views.index),
    path("more/", include("more.urls")),
    re_path("^list$", views.Listing.as_view()),
    path("secret/", login_required(views.secret)),
]
