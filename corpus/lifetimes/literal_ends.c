/* A compound literal lives until its block ends, not longer. */
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

int main(void) {
  pthread_t thread;
  struct job *last = 0;
#if defined LATE
  {
    pthread_create(&thread, 0, increment, &(struct job){1, 1});
  }
  pthread_join(thread, 0);
#elif defined BRANCH
  if (last == 0) {
    last = (struct job[]){{1, 1}, {2, 2}};
  }
  pthread_create(&thread, 0, increment, last);
  pthread_join(thread, 0);
#elif defined ROUNDS
  for (int i = 0; i < 2; i++) {
    struct job *job = &(struct job){i, i};
    if (i == 0) pthread_create(&thread, 0, increment, job);
  }
  pthread_join(thread, 0);
#elif defined JUMP
  {
    pthread_create(&thread, 0, increment, &(struct job){1, 1});
    if (last == 0) goto left;
    increment(last);
  }
left:
  pthread_join(thread, 0);
#elif defined NEXT
  for (int i = 0; i < 3; i++) {
    struct job *job = &(struct job){i, i > 1 ? 1 : 0};
    pthread_create(&thread, 0, increment, job);
    if (i == 1) {
      pthread_join(thread, 0);
      continue;
    }
    pthread_join(thread, 0);
    assert(job->value == i + 1);
  }
#elif defined FUNCTION
  pthread_create(&thread, 0, increment, &(struct job){1, 1});
  {
    struct job other = {1, 1};
    increment(&other);
  }
  for (int i = 0; i < 2; i++) increment(&(struct job){i, i});
  pthread_join(thread, 0);
#elif defined WITHIN
  {
    last = &(struct job){1, 1};
    while (last->value < 3) {
      int before = last->value;
      pthread_create(&thread, 0, increment, last);
      pthread_join(thread, 0);
      assert(last->value == before + 1);
    }
    switch (last->value) {
      case 3: increment(last); break;
      default: assert(0);
    }
    assert(last->value == 4);
  }
#endif
  return 0;
}
