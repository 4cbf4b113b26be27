void push(int x);
