/* Preprocessed; a long has 32 bits. */
typedef unsigned long pthread_t;
extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
extern int pthread_join(pthread_t, void **);
extern void abort(void);
extern void reach_error(void);

static unsigned long x;

static void *first(void *arg) {
  x = 2147483647;
  return 0;
}

static void *second(void *arg) {
  x = x + 1;
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  if (x * 2 > 4294967295ul)
    reach_error();
  return 0;
}
