// System calls that our library knows.
#define __NR_sched_yield 24
#define __NR_getpid 39
#define __NR_gettid 186
#define __NR_futex 202
#define __NR_membarrier 324
#define SYS_sched_yield __NR_sched_yield
#define SYS_getpid __NR_getpid
#define SYS_gettid __NR_gettid
#define SYS_futex __NR_futex
#define SYS_membarrier __NR_membarrier
