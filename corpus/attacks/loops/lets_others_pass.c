/* A wait that helps: each round hands the token on if it has it, and the loop ends when the other is through. */
#include "../threads.h"

static atomic_int token, done;

static void *helps(void *arg) {
  while (!atomic_load(&done)) {
    int one = 1;
    atomic_compare_exchange_strong(&token, &one, 2);
  }
  return NULL;
}

static void *asks(void *arg) {
  atomic_store(&token, 1);
  while (atomic_load(&token) != 2)
    ;
  atomic_store(&done, 1);
  return NULL;
}

int main(void) {
  together(helps, asks);
  return 0;
}
