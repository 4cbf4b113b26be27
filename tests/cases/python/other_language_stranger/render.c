void render(void) {}
