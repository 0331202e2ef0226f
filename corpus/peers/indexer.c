/* indexer(N): N threads insert 4 messages each in a hash table of 128 cells by compare-and-swap.
 * Nothing collides below 12 threads; from then on each thread more makes 8 times as many traces. */
#include <pthread.h>
#include <stdatomic.h>
#ifndef N
#define N 12
#endif
#define CELLS 128
#define MESSAGES 4

static atomic_int table[CELLS];

static void *insert(void *arg) {
  int thread = (int)(long)arg;
  for (int m = 1; m <= MESSAGES; m++) {
    int word = m * 11 + thread;
    int cell = (word * 7) % CELLS;
    int empty = 0;
    while (!atomic_compare_exchange_strong(&table[cell], &empty, word)) {
      cell = (cell + 1) % CELLS;
      empty = 0;
    }
  }
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  for (long i = 0; i < N; i++)
    pthread_create(&threads[i], NULL, insert, (void *)i);
  for (int i = 0; i < N; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
