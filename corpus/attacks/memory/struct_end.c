/* A flexible array member of three elements in a heap object has no fourth. */
#include "../threads.h"

struct Message {
  int length;
  short part[];
};

static struct Message *message;

static void *reads(void *arg) {
  int sum = 0;
  for (int i = 0; i <= message->length; i++)
    sum += message->part[i]; /* fails */
  return (void *)(intptr_t)sum;
}

static void *other(void *arg) { return NULL; }

int main(void) {
  message = malloc(sizeof *message + 3 * sizeof(short));
  message->length = 3;
  memset(message->part, 0, 3 * sizeof(short));
  together(reads, other);
  return 0;
}
