/* qsort and bsearch of what two threads have stored, in shared memory of mmap. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>

static int *values;
static atomic_int next;

static int compare(const void *a, const void *b) {
  return *(const int *)a - *(const int *)b;
}

static void *run(void *value) {
  values[atomic_fetch_add(&next, 1)] = (int)(long)value;
  return 0;
}

int main(void) {
  pthread_t one, other;
  int key = 1;
  values = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | 0x20 /* MAP_ANONYMOUS */, -1, 0);
  assert(values != MAP_FAILED);
  pthread_create(&one, 0, run, (void *)2);
  pthread_create(&other, 0, run, (void *)1);
  pthread_join(one, 0);
  pthread_join(other, 0);
  qsort(values, 2, sizeof *values, compare);
  assert(values[0] == 1 && values[1] == 2);
  assert(bsearch(&key, values, 2, sizeof *values, compare) == values);
}
