/* Constant tables and string literals are read by all threads: no events, one trace. */
#include <assert.h>
#include <pthread.h>

static const int table[] = {2, 3, 5, 7};
static const char *const names[] = {"two", "three"};

static void *work(void *arg) {
  int sum = 0;
  for (int i = 0; i < 4; i++)
    sum += table[i];
  assert(sum == 17 && names[1][0] == 't');
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
