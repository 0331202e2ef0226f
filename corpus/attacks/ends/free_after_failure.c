/* The failing thread would free the object next; that the other one still uses it afterwards is fine. */
#include "../threads.h"

static int *object;

static void *fails(void *arg) {
  assert(arg); /* fails */
  free(object);
  return NULL;
}

static void *uses(void *arg) {
  *object = 2;
  return NULL;
}

int main(void) {
  object = malloc(sizeof *object);
  together(fails, uses);
  return 0;
}
