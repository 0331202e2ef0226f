/* Two threads print: printing is no visible operation, so there is one trace. */
#include <pthread.h>
#include <stdio.h>

static void *work(void *arg) {
  for (int i = 0; i < 3; i++)
    printf("thread %ld: %d %s %5.2f %c\n", (long)arg, i, "lines", i / 2.0, 'a' + i);
  puts("done");
  putchar('\n');
  fprintf(stderr, "%08x\n", 0xbeefu);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, (void *)1L);
  pthread_create(&b, NULL, work, (void *)2L);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
