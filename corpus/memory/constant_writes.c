/* Constants must not be written, whatever writes. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

static const int number = 3;
static const int array[3] = {1, 2, 3};
static const atomic_int counter = 1;
static const struct { int a; const char *text; } pair = {1, "text"};
static int variable = 3;
static const int *const pointer = &variable;

static void *work(void *arg) {
#if USE == 0
  *(int *)&number = 4;
#elif USE == 1
  ((int *)array)[1] = 4;
#elif USE == 2
  ((char *)"abc")[1] = 'x';
#elif USE == 3
  memcpy((void *)array, &variable, 4);
#elif USE == 4
  memset((void *)&pair, 0, sizeof pair);
#elif USE == 5
  atomic_fetch_add((atomic_int *)&counter, 1);
#elif USE == 6
  int one = 1;
  atomic_compare_exchange_strong((atomic_int *)&counter, &one, 2);
#elif USE == 7
  strcpy((char *)pair.text, "t");
#elif USE == 8
  sprintf((char *)"abcdef", "%d", 1);
#elif USE == 9
  static const int local = 5;
  *(int *)&local = 6;
#elif USE == 10
  atomic_store((atomic_int *)&counter, 2);
#elif USE == 11
  *(volatile int *)&array[2] = 9;
#elif USE == 12
  *(int *)pointer = 4; /* what it points to is a variable */
#elif USE == 13
  *(char *)__func__ = 'x';
#endif
  return NULL;
}

int main(void) {
#ifdef FIRST
  work(NULL); /* before there is a thread */
#endif
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  pthread_join(t, NULL);
  return 0;
}
