struct event {
    void (*handler)(void);
};

struct timer {
    void (*handler)(void);
};

struct connection {
    struct event *read;
    void *data;
};

static void on_read(void) {}
static void on_time(void) {}

void set_up(struct connection *c, struct event *event, struct timer *timer)
{
    event->handler = on_read;
    timer->handler = on_time;
    c->data = timer;
    c->read = c->data;
}

void fire(struct connection *c)
{
    c->read->handler();
}
