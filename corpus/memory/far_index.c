/* An index that leads out of an array and, in a memory of its own layout, into another one. */
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

#ifndef INDEX
#define INDEX 40
#endif
static volatile ptrdiff_t far_away = INDEX;
static int first[4], second[100], third[100];
static const int table[4] = {1, 2, 3, 4}, more[100] = {5};
static int *heap, *neighbour;

static int at(int *cells, ptrdiff_t index) { return cells[index]; }

static void *work(void *arg) {
  int local[4] = {0}, beside[100] = {0};
  int shared[4] = {0}, other[100] = {0};
  long sum = beside[0] + other[0];
#if WHERE == 0
  first[far_away] = 1;
#elif WHERE == 1
  sum += first[far_away];
#elif WHERE == 2
  sum += table[far_away];
#elif WHERE == 3
  heap[far_away] = 1;
#elif WHERE == 4
  local[far_away] = 1;
#elif WHERE == 5
  sum += local[far_away];
#elif WHERE == 6
  sum += at(shared, far_away) + at(other, 0);
#elif WHERE == 7
  sum += at(first, far_away);
#elif WHERE == 8
  int vla[far_away / 2 + 1];
  vla[far_away] = 1;
#elif WHERE == 9
  second[-far_away] = 1;
#elif WHERE == 10
  *(first + INDEX) = 1; /* known to the compiler */
#elif WHERE == 11
  struct { int a[4], b[4]; } *pair = (void *)heap;
  pair[far_away].b[1] = 1;
#endif
  return (void *)(sum + local[0] + shared[0]);
}

int main(void) {
  heap = malloc(4 * sizeof *heap);
  neighbour = malloc(1000 * sizeof *neighbour);
  second[0] = third[0] = 1 + more[0];
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  pthread_join(t, NULL);
  return 0;
}
