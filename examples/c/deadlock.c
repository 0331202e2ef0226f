/* Two accounts, each with its lock; two transfers in opposite directions take the locks in opposite orders.
 * -DORDERED takes them in the order of their addresses instead. */
#include <pthread.h>

struct account {
  pthread_mutex_t lock;
  int balance;
};

static struct account a = {PTHREAD_MUTEX_INITIALIZER, 100}, b = {PTHREAD_MUTEX_INITIALIZER, 100};

static void transfer(struct account *from, struct account *to, int amount) {
  struct account *first = from, *second = to;
#ifdef ORDERED
  if (second < first) {
    first = to;
    second = from;
  }
#endif
  pthread_mutex_lock(&first->lock);
  pthread_mutex_lock(&second->lock);
  from->balance -= amount;
  to->balance += amount;
  pthread_mutex_unlock(&second->lock);
  pthread_mutex_unlock(&first->lock);
}

static void *there(void *arg) {
  transfer(&a, &b, 10);
  return NULL;
}

static void *back(void *arg) {
  transfer(&b, &a, 20);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, there, NULL);
  pthread_create(&threads[1], NULL, back, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return 0;
}
