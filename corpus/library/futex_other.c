/* System calls that are refused, and some that are known. */
#define _GNU_SOURCE
#include <assert.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

static int word;

int main(void) {
  assert(syscall(SYS_gettid) > 0 && syscall(SYS_sched_yield) == 0 && syscall(SYS_membarrier, 0, 0, 0) == -1);
#if KIND == 1
  syscall(SYS_futex, &word, FUTEX_LOCK_PI, 0, 0, 0, 0);
#elif KIND == 2
  syscall(SYS_futex, &word, FUTEX_WAKE_BITSET, 1, 0, 0, 4);
#elif KIND == 3
  syscall(SYS_reboot, 0, 0, 0, 0);
#endif
}
