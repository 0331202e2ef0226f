/* Two accounts with locks of their own. A thread changes one of them under the lock of the other one. */
#include <pthread.h>

extern _Bool __VERIFIER_nondet_bool(void);

struct account {
  pthread_mutex_t lock;
  int balance;
};

static struct account table[2];

static void *pay(void *arg) {
  struct account *from = &table[__VERIFIER_nondet_bool()];
  struct account *to = from;
  pthread_mutex_lock(&from->lock);
  if (__VERIFIER_nondet_bool())
    to = &table[1];
  to->balance++;
  pthread_mutex_unlock(&from->lock);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_mutex_init(&table[0].lock, 0);
  pthread_mutex_init(&table[1].lock, 0);
  pthread_create(&a, 0, pay, 0);
  pthread_create(&b, 0, pay, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return table[0].balance;
}
