/* An array of variable length ends with its block, however the block is left. Memory of alloca ends with the function. */
#include <alloca.h>
#include <assert.h>
#include <pthread.h>

static void *increment(void *argument) {
  int *counter = argument;
  counter[1] += 1;
  return 0;
}

int main(void) {
  pthread_t thread;
  int count = 3;
#if defined LATE
  {
    int counters[count];
    counters[1] = 0;
    pthread_create(&thread, 0, increment, counters);
  }
  pthread_join(thread, 0);
#elif defined ROUNDS
  for (int i = 0; i < 2; i++) {
    int counters[i + 2];
    counters[1] = 0;
    if (i == 0) pthread_create(&thread, 0, increment, counters);
    else pthread_join(thread, 0);
  }
#elif defined JUMP
  {
    int counters[count];
    counters[1] = 0;
    pthread_create(&thread, 0, increment, counters);
    if (count == 3) goto left;
    counters[1] = 5;
  }
left:
  pthread_join(thread, 0);
#elif defined SWITCH
  switch (count) {
    case 3: {
      int counters[count];
      counters[1] = 0;
      pthread_create(&thread, 0, increment, counters);
      break;
    }
    default: break;
  }
  pthread_join(thread, 0);
#elif defined TYPE
  typedef int row[count];
  {
    row counters;
    counters[1] = 0;
    pthread_create(&thread, 0, increment, counters);
  }
  pthread_join(thread, 0);
#elif defined OWN
  int *last;
  pthread_create(&thread, 0, increment, (int[2]){0});
  pthread_join(thread, 0);
  {
    int counters[count];
    counters[1] = 0;
    last = counters;
  }
  increment(last);
#elif defined NEXT
  {
    int counters[count];
    counters[1] = 0;
    pthread_create(&thread, 0, increment, counters);
    pthread_join(thread, 0);
    assert(counters[1] == 1);
  }
  for (int i = 0; i < 2; i++) {
    int counters[count];
    counters[1] = i;
    pthread_create(&thread, 0, increment, counters);
    pthread_join(thread, 0);
    assert(counters[1] == i + 1);
    if (i == 0) continue;
  }
#elif defined ALLOCA
  int *counters;
  {
    counters = alloca(count * sizeof(int));
    counters[1] = 0;
  }
  pthread_create(&thread, 0, increment, counters);
  pthread_join(thread, 0);
  assert(counters[1] == 1);
#elif defined OUTER
  int outer[count];
  outer[1] = 0;
  {
    int inner[count];
    inner[1] = 0;
    increment(inner);
  }
  pthread_create(&thread, 0, increment, outer);
  pthread_join(thread, 0);
  assert(outer[1] == 1);
#endif
  return 0;
}
