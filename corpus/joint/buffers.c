/* Each thread has a store buffer of one entry for the variable it writes; coins decide when it reaches memory. */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

#ifndef ROUNDS
#define ROUNDS 1
#endif

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
_Bool __VERIFIER_nondet_bool(void);
void __VERIFIER_assume(int);

static int memory[2], buffered[2], read[2], ended;
static bool pending[2];

static void writes(int x, int value) {
  __VERIFIER_atomic_begin();
  buffered[x] = value;
  pending[x] = true;
  __VERIFIER_atomic_end();
}

static void flushes(int x, bool always) {
  __VERIFIER_atomic_begin();
  if (pending[x] && (always || __VERIFIER_nondet_bool())) {
    memory[x] = buffered[x];
    pending[x] = false;
  }
  __VERIFIER_atomic_end();
}

static void *run(void *number) {
  int me = number != NULL;
  for (int i = 0; i < ROUNDS; i++) {
    writes(me, 1);
#ifndef WRONG
    flushes(me, true);
#endif
    flushes(0, false);
    flushes(1, false);
    __VERIFIER_atomic_begin();
    read[me] = memory[1 - me];
    __VERIFIER_atomic_end();
  }
  __VERIFIER_atomic_begin();
  ended++;
  __VERIFIER_atomic_end();
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, run, NULL);
  pthread_create(&b, NULL, run, &a);
  __VERIFIER_atomic_begin();
  int all = ended == 2;
  __VERIFIER_atomic_end();
  __VERIFIER_assume(all);
  __VERIFIER_atomic_begin();
  int none = read[0] == 0 && read[1] == 0;
  __VERIFIER_atomic_end();
  assert(!none);
  return 0;
}
