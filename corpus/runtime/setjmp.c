/* A jump out of two calls, in each of two threads; -DLATE: to a function that has returned. */
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdatomic.h>

static atomic_int done;

static void inner(jmp_buf *buffer, int depth) {
  if (depth == 0) longjmp(*buffer, 5);
  inner(buffer, depth - 1);
  assert(0);
}

static void set(jmp_buf *buffer) {
  if (setjmp(*buffer) == 0) atomic_fetch_add(&done, 1);
}

static void *run(void *unused) {
  jmp_buf buffer;
#ifdef LATE
  set(&buffer);
  longjmp(buffer, 1);
#else
  volatile int tries = 0;
  int value = setjmp(buffer);
  if (tries++ < 2) inner(&buffer, 2);
  assert(value == 5 && tries == 3);
  if (0) set(&buffer);
  atomic_fetch_add(&done, 1);
#endif
  return unused;
}

int main(void) {
  pthread_t one, other;
  pthread_create(&one, 0, run, 0);
  pthread_create(&other, 0, run, 0);
  pthread_join(one, 0);
  pthread_join(other, 0);
  assert(done == 2);
}
