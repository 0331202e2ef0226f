/* Accounts of a list and of a table, each with a lock of its own. */
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct account {
  struct account *next;
  pthread_mutex_t lock;
  int balance;
};

static struct account *all, table[16];

static void pay(struct account *to, int sum) {
  pthread_mutex_lock(&to->lock);
  to->balance += sum;
  pthread_mutex_unlock(&to->lock);
}

static void *walk(void *arg) {
  for (struct account *at = all; at; at = at->next)
    pay(at, __VERIFIER_nondet_int());
  return 0;
}

static void *jump(void *arg) {
  for (;;) {
    int at = __VERIFIER_nondet_int() & 15;
    pthread_mutex_lock(&table[at].lock);
    table[at].balance--;
    pthread_mutex_unlock(&table[at].lock);
    pay(table + (at ^ 1), 1);
    pay(all, -1);
  }
}

int main(void) {
  pthread_t id;
  for (int i = 0; i < 16; i++)
    pthread_mutex_init(&table[i].lock, 0);
  do {
    struct account *made = malloc(sizeof *made);
    pthread_mutex_init(&made->lock, 0);
    made->balance = 0;
    made->next = all;
    all = made;
  } while (__VERIFIER_nondet_int());
  while (__VERIFIER_nondet_int()) {
    pthread_create(&id, 0, walk, 0);
    pthread_create(&id, 0, jump, 0);
  }
  pthread_exit(0);
}
