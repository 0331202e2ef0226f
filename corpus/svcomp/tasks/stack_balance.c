/* A thread pushes as often as there is room, another one pops: the stack does not overflow. */
#include <pthread.h>

extern void abort(void);
extern void reach_error(void);
static void __VERIFIER_assert(int holds) {
  if (!holds) {
    reach_error();
    abort();
  }
}

#define SIZE 500

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int top, stack[SIZE];
extern int __VERIFIER_nondet_int(void);

static void *push(void *arg) {
  for (int i = 0; i < SIZE; i++) {
    pthread_mutex_lock(&lock);
    __VERIFIER_assert(top != SIZE);
    stack[top++] = __VERIFIER_nondet_int();
    pthread_mutex_unlock(&lock);
  }
  return 0;
}

static void *pop(void *arg) {
  for (int i = 0; i < SIZE; i++) {
    pthread_mutex_lock(&lock);
    if (top > 0) top--;
    pthread_mutex_unlock(&lock);
  }
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, push, 0);
  pthread_create(&b, 0, pop, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
