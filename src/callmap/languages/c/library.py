"""Names that C code calls without defining them: the standard library, POSIX and compiler intrinsics."""

from __future__ import annotations

_NAMES = """
    assert static_assert _Static_assert offsetof va_start va_end va_arg va_copy alloca typeof __typeof__ defined
    isalnum isalpha isblank iscntrl isdigit isgraph islower isprint ispunct isspace isupper isxdigit tolower
    toupper isascii toascii iswalnum iswalpha iswdigit iswspace towlower towupper errno fegetround fesetround acos
    acosf acosh asin asinf asinh atan atan2 atan2f atanf atanh cbrt ceil ceilf ceill copysign cos cosf cosh exp
    exp2 expf expm1 fabs fabsf fabsl fdim floor floorf floorl fma fmax fmaxf fmin fminf fmod fmodf fpclassify
    frexp hypot ilogb isfinite isinf isnan isnormal ldexp lgamma llrint llround log log10 log1p log2 logb logf
    lrint lround modf nan nearbyint nextafter pow powf powl remainder rint round roundf scalbn signbit sin sinf
    sinh sqrt sqrtf tan tanf tanh tgamma trunc truncf setjmp longjmp sigsetjmp siglongjmp _setjmp _longjmp signal
    raise kill sigaction sigprocmask sigemptyset sigfillset sigaddset sigdelset sigismember sigsuspend sigwait
    sigpending sigaltstack pthread_sigmask atomic_init atomic_load atomic_store atomic_exchange
    atomic_compare_exchange_strong atomic_compare_exchange_weak atomic_fetch_add atomic_fetch_sub
    atomic_thread_fence clearerr fclose fdopen feof ferror fflush fgetc fgetpos fgets fileno flockfile fopen
    fprintf fputc fputs fread freopen fscanf fseek fseeko fsetpos ftell ftello funlockfile fwrite getc
    getc_unlocked getchar getdelim getline gets open_memstream fmemopen pclose perror popen printf dprintf putc
    putchar puts remove rename rewind scanf setbuf setvbuf snprintf sprintf sscanf tempnam tmpfile tmpnam ungetc
    vdprintf vfprintf vfscanf vprintf vscanf vsnprintf vsprintf vsscanf asprintf vasprintf _Exit abort abs
    aligned_alloc at_quick_exit atexit atof atoi atol atoll bsearch calloc div exit free getenv labs ldiv llabs
    lldiv malloc mblen mbstowcs mbtowc mkdtemp mkstemp mkostemp posix_memalign memalign valloc putenv qsort
    qsort_r quick_exit rand rand_r random srandom realloc reallocarray reallocf realpath secure_getenv setenv
    srand strtod strtof strtol strtold strtoll strtoul strtoull system unsetenv wcstombs wctomb arc4random
    arc4random_buf drand48 lrand48 srand48 malloc_usable_size malloc_trim bcmp bcopy bzero explicit_bzero ffs ffsl
    ffsll index rindex memccpy memchr memcmp memcpy memmem memmove mempcpy memrchr memset stpcpy stpncpy
    strcasecmp strcasestr strcat strchr strchrnul strcmp strcoll strcpy strcspn strdup strdupa strerror strerror_r
    strlcat strlcpy strlen strncasecmp strncat strncmp strncpy strndup strnlen strpbrk strrchr strsep strsignal
    strspn strstr strtok strtok_r strxfrm wcscat wcschr wcscmp wcscpy wcslen wcsncmp wcsncpy wcsrchr wcsstr
    wmemcpy wmemset mbrtowc wcrtomb mbsrtowcs wcwidth wprintf fwprintf swprintf asctime asctime_r clock
    clock_getres clock_gettime clock_nanosleep clock_settime ctime ctime_r difftime gettimeofday gmtime gmtime_r
    localtime localtime_r mktime nanosleep settimeofday strftime strptime time timegm times tzset utime utimes
    utimensat futimens timer_create timer_delete timer_settime getitimer setitimer alarm sleep usleep ualarm
    localeconv setlocale newlocale uselocale freelocale nl_langinfo gettext dgettext ngettext bindtextdomain
    textdomain iconv iconv_open iconv_close access chdir chmod chown chroot close creat dup dup2 dup3 execl execle
    execlp execv execve execvp execvpe faccessat fchdir fchmod fchmodat fchown fchownat fcntl fdatasync fork fstat
    fstatat fsync ftruncate getcwd getdents getegid geteuid getgid getgroups gethostname getlogin getlogin_r
    getopt getopt_long getopt_long_only getpagesize getpgid getpgrp getpid getppid getpriority getrlimit getrusage
    getsid getuid ioctl isatty lchown link linkat lockf lseek lstat mkdir mkdirat mkfifo mknod nice open openat
    pathconf pause pipe pipe2 posix_fadvise posix_fallocate pread preadv prlimit pwrite pwritev read readlink
    readlinkat readv renameat rmdir setegid seteuid setgid setgroups setpgid setpriority setregid setreuid
    setrlimit setsid setuid stat statfs statvfs fstatfs fstatvfs symlink symlinkat sync sysconf syscall tcgetattr
    tcsetattr tcflush tcgetpgrp tcsetpgrp cfsetspeed truncate ttyname umask uname unlink unlinkat vfork wait wait3
    wait4 waitid waitpid write writev _exit daemon flock sysinfo prctl getauxval gettid sched_yield
    sched_getaffinity sched_setaffinity sched_getcpu sched_setscheduler mount umount umount2 posix_spawn
    posix_spawnp posix_openpt grantpt unlockpt ptsname openpty forkpty login_tty closedir dirfd fdopendir opendir
    readdir readdir_r rewinddir scandir seekdir telldir alphasort nftw ftw fnmatch glob globfree wordexp wordfree
    basename dirname getpwnam getpwnam_r getpwuid getpwuid_r getpwent setpwent endpwent getgrnam getgrnam_r
    getgrgid getgrgid_r getgrent setgrent endgrent crypt getpass mmap mmap64 munmap mprotect msync madvise mlock
    munlock mlockall munlockall mremap shm_open shm_unlink shmget shmat shmdt shmctl semget semop semctl msgget
    msgsnd msgrcv msgctl sem_init sem_open sem_close sem_wait sem_trywait sem_timedwait sem_post sem_destroy
    sem_getvalue sem_unlink mq_open mq_send mq_receive mq_close poll ppoll select pselect FD_ZERO FD_SET FD_CLR
    FD_ISSET epoll_create epoll_create1 epoll_ctl epoll_wait epoll_pwait kqueue kevent eventfd signalfd
    timerfd_create timerfd_settime inotify_init inotify_init1 inotify_add_watch inotify_rm_watch sendfile splice
    tee vmsplice copy_file_range memfd_create getrandom getentropy accept accept4 bind connect freeaddrinfo
    gai_strerror getaddrinfo gethostbyaddr gethostbyname gethostbyname_r getnameinfo getpeername getprotobyname
    getservbyname getservbyport getsockname getsockopt hstrerror htonl htons if_indextoname if_nametoindex
    getifaddrs freeifaddrs inet_addr inet_aton inet_ntoa inet_ntop inet_pton listen ntohl ntohs recv recvfrom
    recvmsg recvmmsg send sendmsg sendmmsg sendto setsockopt shutdown sockatmark socket socketpair htobe16 htobe32
    htobe64 htole16 htole32 htole64 be16toh be32toh be64toh le16toh le32toh le64toh bswap_16 bswap_32 bswap_64
    dlopen dlsym dlclose dlerror dladdr dl_iterate_phdr backtrace backtrace_symbols backtrace_symbols_fd
    pthread_create pthread_join pthread_detach pthread_exit pthread_self pthread_equal pthread_cancel pthread_once
    pthread_setcancelstate pthread_setcanceltype pthread_testcancel pthread_cleanup_push pthread_cleanup_pop
    pthread_kill pthread_atfork pthread_key_create pthread_key_delete pthread_getspecific pthread_setspecific
    pthread_mutex_init pthread_mutex_destroy pthread_mutex_lock pthread_mutex_trylock pthread_mutex_timedlock
    pthread_mutex_unlock pthread_mutexattr_init pthread_mutexattr_settype pthread_mutexattr_destroy
    pthread_mutexattr_setpshared pthread_cond_init pthread_cond_destroy pthread_cond_wait pthread_cond_timedwait
    pthread_cond_signal pthread_cond_broadcast pthread_condattr_init pthread_condattr_setclock
    pthread_condattr_destroy pthread_rwlock_init pthread_rwlock_destroy pthread_rwlock_rdlock
    pthread_rwlock_wrlock pthread_rwlock_unlock pthread_rwlock_tryrdlock pthread_rwlock_trywrlock
    pthread_spin_init pthread_spin_lock pthread_spin_unlock pthread_spin_destroy pthread_barrier_init
    pthread_barrier_wait pthread_barrier_destroy pthread_attr_init pthread_attr_destroy pthread_attr_setstacksize
    pthread_attr_getstacksize pthread_attr_setdetachstate pthread_setname_np pthread_getname_np
    pthread_setaffinity_np pthread_getaffinity_np pthread_setschedparam thrd_create thrd_join mtx_init mtx_lock
    mtx_unlock mtx_destroy cnd_init cnd_wait cnd_signal call_once tss_create regcomp regexec regfree regerror
    openlog syslog vsyslog closelog err errx warn warnx verr verrx vwarn vwarnx error hcreate hsearch tsearch
    tfind tdelete twalk lfind lsearch insque remque ptrace makecontext getcontext setcontext swapcontext
"""
LIBRARY = frozenset(_NAMES.split())

_CALLING = {  # functions of the library that call what they are given, as link/models.py reads it
    "qsort": "call(a3, each(a0), each(a0))",
    "qsort_r": "call(a3, each(a0), each(a0), a4)",
    "bsearch": "call(a4, a0, each(a1)) -> each(a1)",
    "lfind": "call(a4, a0, each(a1)) -> each(a1)",
    "lsearch": "call(a4, a0, each(a1)) -> each(a1)",
    "tsearch": "call(a2, a0)",
    "tfind": "call(a2, a0)",
    "tdelete": "call(a2, a0)",
    "twalk": "call(a1)",
    "ftw": "call(a1)",
    "nftw": "call(a1)",
    "scandir": "call(a2); call(a3)",
    "atexit": "call(a0)",
    "at_quick_exit": "call(a0)",
    "on_exit": "call(a0)",
    "signal": "call(a1)",
    "pthread_create": "call(a2, a3)",
    "pthread_once": "call(a1)",
    "pthread_atfork": "call(a0); call(a1); call(a2)",
    "pthread_key_create": "call(a1)",
    "pthread_cleanup_push": "call(a0, a1)",
    "thrd_create": "call(a1, a2)",
    "call_once": "call(a1)",
}
MODELS = {name if name not in LIBRARY else f"<builtin>.{name}": model for name, model in _CALLING.items()}
