/* A thousand iterations before the first thread starts are no events and hit no bound. */
#include <assert.h>
#include <pthread.h>

static int cells[1000];

static void *work(void *arg) {
  assert(cells[(long)arg] == 2 * (long)arg);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  for (int i = 0; i < 1000; i++)
    cells[i] = 2 * i;
  pthread_create(&a, NULL, work, (void *)10L);
  pthread_create(&b, NULL, work, (void *)999L);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
