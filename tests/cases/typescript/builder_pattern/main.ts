class Request {
  send() {}
}

class RequestBuilder {
  url(value: string): this {
    return this;
  }

  header(name: string): RequestBuilder {
    return this;
  }

  build() {
    return new Request();
  }
}

class AuthBuilder extends RequestBuilder {
  token() {
    return this;
  }
}

new RequestBuilder().url('a').header('b').build().send();
new AuthBuilder().url('a').token().header('b').build();
