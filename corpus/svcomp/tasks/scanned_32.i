extern void reach_error(void);
typedef unsigned long pthread_t;
extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
extern int sscanf(const char *, const char *, ...);

static int sum;

static void *adds(void *arg) {
  sum++;
  return 0;
}

int main(int argc, char **argv) {
  pthread_t a, b;
  int count = 2;
  if (argc == 2) sscanf(argv[1], "%d", &count);
  pthread_create(&a, 0, adds, 0);
  pthread_create(&b, 0, adds, 0);
  if (sum == count) reach_error();
  return 0;
}
