/* The indexer with a mutex for each cell of its table. Which threads collide is a matter of arithmetic at run time. */
#include <pthread.h>
#ifndef N
#define N 12
#endif
#define CELLS 128

static int table[CELLS];
static pthread_mutex_t locks[CELLS];

static int put_if_empty(int cell, int word) {
  pthread_mutex_lock(&locks[cell]);
  int empty = table[cell] == 0;
  if (empty)
    table[cell] = word;
  pthread_mutex_unlock(&locks[cell]);
  return empty;
}

static void *insert(void *arg) {
  for (int m = 1; m <= 4; m++) {
    int word = m * 11 + (int)(long)arg;
    int cell = (word * 7) % CELLS;
    while (!put_if_empty(cell, word))
      cell = (cell + 1) % CELLS;
  }
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < CELLS; i++)
    pthread_mutex_init(&locks[i], NULL);
  for (long i = 0; i < N; i++)
    pthread_create(&threads[i], NULL, insert, (void *)i);
  for (int i = 0; i < N; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
