/* Allocated memory may have any content, but all that is read was written, or cleared by calloc. */
#include <pthread.h>
#include <stdlib.h>
extern void abort(void);
extern void reach_error(void);
static void __VERIFIER_assert(int holds) {
  if (!holds) {
    reach_error();
    abort();
  }
}

struct node {
  int value;
  struct node *next;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct node *top;
static int *counts;

static void *push(void *arg) {
  struct node *node = malloc(sizeof *node);
  node->value = *(int *)arg;
  pthread_mutex_lock(&mutex);
  node->next = top;
  top = node;
  counts[node->value]++;
  pthread_mutex_unlock(&mutex);
  return 0;
}

int main(void) {
  pthread_t a, b;
  int *values = malloc(2 * sizeof(int));
  counts = calloc(3, sizeof(int));
  values[0] = 1;
  values[1] = 2;
  pthread_create(&a, 0, push, &values[0]);
  pthread_create(&b, 0, push, &values[1]);
  pthread_join(a, 0);
  pthread_join(b, 0);
  __VERIFIER_assert(counts[0] == 0 && counts[1] == 1 && counts[2] == 1);
  __VERIFIER_assert(top->value + top->next->value == 3 && top->next->next == 0);
  return 0;
}
