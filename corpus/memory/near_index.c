/* One too many, and just enough. */
#include <pthread.h>
#include <stdlib.h>

#ifndef COUNT
#define COUNT 4
#endif
static volatile int count = COUNT;
static int first[4], second[4];
static const int table[4] = {1, 2, 3, 4};
static int *heap;

static void *work(void *arg) {
  int local[4], sum = 0;
  int vla[count < 4 ? count : 4];
  struct { char name[4]; int value; } pair = {"abc", 1};
  for (int i = 0; i < count; i++) {
#if WHERE == 0
    first[i] = 1;
#elif WHERE == 1
    local[i] = 1;
    sum += local[i];
#elif WHERE == 2
    sum += table[i];
#elif WHERE == 3
    heap[i] = 1;
#elif WHERE == 4
    vla[i] = 1;
#elif WHERE == 5
    sum += (&pair)[i].value;
#elif WHERE == 6
    int *p = first + 4; /* its end, from where it goes back */
    sum += p[i - 4];
#elif WHERE == 7
    int *end = heap + 4;
    for (int *p = heap; p != end; p++) sum += *p;
    sum += end[-1 - i];
#endif
  }
  return (void *)(long)(sum + second[0]);
}

int main(void) {
  heap = calloc(4, sizeof *heap);
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  pthread_join(t, NULL);
  return 0;
}
