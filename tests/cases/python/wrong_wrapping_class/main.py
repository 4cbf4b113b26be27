# What a class wraps is not an instance of itself: the tests before it have told.
from http.cookiejar import CookieJar


class Cookies:
    def __init__(self, cookies=None):
        if cookies is None or isinstance(cookies, dict):
            self.jar = CookieJar()
        elif isinstance(cookies, Cookies):
            self.jar = cookies.jar
        else:
            self.jar = cookies

    def clear(self):
        self.jar.clear()


Cookies(Cookies()).clear()
Cookies(CookieJar()).clear()
Cookies({}).clear()
