/* Destructors of keys run by ascending keys, and again for values they set, four times at most. */
#include <assert.h>
#include <pthread.h>

int order[16], count;
pthread_key_t low, high;

void destroy_low(void *value) {
  long number = (long)value;
  order[count++] = 10 + number;
  if (number < 3) pthread_setspecific(low, (void *)(number + 1));
  if (number == 1) pthread_setspecific(high, (void *)1); /* in the same round */
}

void destroy_high(void *value) {
  long number = (long)value;
  order[count++] = 20 + number;
  pthread_setspecific(high, (void *)(number + 1));
}

void *run(void *unused) {
  pthread_setspecific(low, (void *)1);
  return (void *)42;
}

int main(void) {
  pthread_t thread;
  void *result;
  pthread_key_create(&low, destroy_low);
  pthread_key_create(&high, destroy_high);
  pthread_create(&thread, NULL, run, NULL);
  pthread_join(thread, &result);
  const int expected[] = {11, 21, 12, 22, 13, 23, 24};
  assert(count == 7 && (long)result == 42);
  for (int i = 0; i < 7; i++) assert(order[i] == expected[i]);
}
