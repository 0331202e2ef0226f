// A ring for one producer, used by as many as the first argument says; its calls are recorded.
// Get the header with: fencepost history --header > history.h
#include "ring.h"
#include "history.h"
#include <pthread.h>
#include <stdlib.h>

enum { CALLS = 10000 };

static struct ring ring;
static int producers = 1;

static bool push(int value) {
  FENCEPOST_BEGIN("push", value);
  bool done = ring_push(&ring, value);
  FENCEPOST_END(done);
  return done;
}

static void pop(void) {
  int value;
  FENCEPOST_BEGIN("pop");
  if (ring_pop(&ring, &value)) FENCEPOST_END(value);
  else FENCEPOST_END_EMPTY();
}

static void *produce(void *first) {
  for (int i = 0; i < CALLS / producers; i++) push((int)(size_t)first + i);
  return first;
}

static void *consume(void *unused) {
  for (int i = 0; i < CALLS; i++) pop();
  return unused;
}

int main(int count, char **given) {
  if (count > 1) producers = atoi(given[1]);
  pthread_t consumer, producer[10];
  pthread_create(&consumer, 0, consume, 0);
  for (int i = 0; i < producers; i++) pthread_create(&producer[i], 0, produce, (void *)(size_t)(i * CALLS));
  for (int i = 0; i < producers; i++) pthread_join(producer[i], 0);
  pthread_join(consumer, 0);
  return 0;
}
