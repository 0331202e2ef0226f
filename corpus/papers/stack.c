/* A bounded stack behind a mutex: one thread pushes, one pops. -DUNSAFE looks whether there is something to pop before
 * it takes the lock, and has a second popper. */
#include <assert.h>
#include <pthread.h>
#ifndef K
#define K 2
#endif

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int cells[K], top;

static void *push(void *arg) {
  for (int k = 0; k < K; k++) {
    pthread_mutex_lock(&mutex);
    assert(top < K);
    cells[top++] = k;
    pthread_mutex_unlock(&mutex);
  }
  return NULL;
}

static void *pop(void *arg) {
  for (int k = 0; k < K; k++) {
#ifdef UNSAFE
    if (top == 0)
      continue;
    pthread_mutex_lock(&mutex);
    assert(top > 0); /* another thread was faster */
    top--;
    pthread_mutex_unlock(&mutex);
#else
    pthread_mutex_lock(&mutex);
    if (top > 0)
      assert(cells[--top] < K);
    pthread_mutex_unlock(&mutex);
#endif
  }
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, push, NULL);
  pthread_create(&b, NULL, pop, NULL);
#ifdef UNSAFE
  pthread_t c;
  pthread_create(&c, NULL, pop, NULL);
  pthread_join(c, NULL);
#endif
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
