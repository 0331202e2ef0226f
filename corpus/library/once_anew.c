// What happens once happens once for each object: a local of a function that is called again is another one, and one
// that is assigned its initial value starts over.
#include <assert.h>
#include <pthread.h>

static int n;

static void add(void) { n++; }

#ifdef ASSIGNED
static pthread_once_t control = PTHREAD_ONCE_INIT;
#endif

static void *use(void *control) {
  pthread_once(control, add);
  return NULL;
}

static void both(pthread_once_t *control) {
  pthread_t a, b;
  pthread_create(&a, NULL, use, control);
  pthread_create(&b, NULL, use, control);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}

static void work(void) {
#if defined ASSIGNED
  control = (pthread_once_t)PTHREAD_ONCE_INIT;
  both(&control);
#elif defined SHARED
  pthread_once_t control = PTHREAD_ONCE_INIT;
  both(&control);
#else
  pthread_once_t control = PTHREAD_ONCE_INIT;
  use(&control);
  use(&control);
#endif
}

static void *beside(void *unused) {
  work();
  work();
  return unused;
}

int main(void) {
#ifdef BESIDE
  pthread_t t;
  pthread_create(&t, NULL, beside, NULL);
  pthread_join(t, NULL);
#else
  beside(NULL);
#endif
  assert(n == 2);
}
