static int write_one(void) { return 0; }
static int write_all(void) { return 0; }

int store(int limited) {
    int done;
#if HAVE_ALL
    done = write_all();
#else
# if defined(__linux__)
    if (limited) retry:
# endif
    {
        done = write_one();
    }
# if defined(__linux__)
    else {
        done = write_all();
        if (done < 0)
            goto retry;
    }
# endif
#endif
    return done;
}

int after(void) { return store(1); }
