"""stub"""

from django.http import HttpResponse


def home(request):
    return HttpResponse("x")


api_docs = help_page = manifest = home


def not_found(request, exception=None):
    return HttpResponse("404", status=404)


def server_error(request):
    return HttpResponse("500", status=500)
