from django.views import View


def index(request):
    return render(request)


def secret(request):
    return None


def render(request):
    return None


class Listing(View):
    def get(self, request):
        return render(request)
