/* A Treiber stack whose poppers free their node at once: the other popper may still be reading it. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  struct node *next;
};

static struct node *_Atomic top;

static void *popper(void *arg) {
  struct node *old = atomic_load(&top);
  while (old != NULL) {
    struct node *next = old->next; /* may be freed */
    if (atomic_compare_exchange_strong(&top, &old, next)) {
      free(old);
      break;
    }
  }
  return NULL;
}

int main(void) {
  struct node *only = malloc(sizeof *only);
  only->next = NULL;
  atomic_store(&top, only);
  pthread_t a, b;
  pthread_create(&a, NULL, popper, NULL);
  pthread_create(&b, NULL, popper, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
