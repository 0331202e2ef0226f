/* A variable lives until its block ends: in a loop, it is another one in each round. What is not initialised is no failure. */
#include <assert.h>
#include <pthread.h>

struct job {
  int value, unused;
};

static void *increment(void *argument) {
  struct job *job = argument;
  job->value += 1;
  return 0;
}

static void *copy(void *argument) {
  struct job job = *(struct job *)argument;
  assert(job.value == 1);
  return 0;
}

int main(void) {
  pthread_t thread;
#if defined LATE
  {
    struct job job = {1, 1};
    pthread_create(&thread, 0, increment, &job);
  }
  pthread_join(thread, 0);
#elif defined EARLIER
  struct job *last;
  {
    struct job job = {1, 1};
    last = &job;
    increment(last);
  }
  pthread_create(&thread, 0, increment, last);
  pthread_join(thread, 0);
#elif defined OWN
  struct job *last;
  pthread_create(&thread, 0, increment, &(struct job){1, 1});
  pthread_join(thread, 0);
  {
    struct job job = {1, 1};
    last = &job;
  }
  increment(last);
#elif defined ROUNDS
  for (int i = 0; i < 3; i++) {
    struct job job = {i, i};
    pthread_create(&thread, 0, increment, &job);
    if (i == 1) {
      pthread_join(thread, 0);
      continue;
    }
    pthread_join(thread, 0);
    assert(job.value == i + 1);
  }
#elif defined UNUSED
  for (int i = 0; i < 2; i++) {
    struct job job;
    job.value = 1;
    pthread_create(&thread, 0, copy, &job);
    pthread_join(thread, 0);
  }
#elif defined LABELS
  int rounds = 0;
  if (rounds == 0) goto inside;
again: {
  struct job job;
inside:
  job.value = rounds;
  pthread_create(&thread, 0, increment, &job);
  pthread_join(thread, 0);
  assert(job.value == rounds + 1);
  if (++rounds < 3) goto again;
}
#elif defined LEFT
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) {
    struct job job = {i, i};
    pthread_create(&threads[i], 0, increment, &job);
  }
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
#endif
  return 0;
}
