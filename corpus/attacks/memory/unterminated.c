/* strncpy leaves no zero behind a name that fills its room; strlen then reads on. */
#include "../threads.h"

static char *name;

static void *measures(void *arg) {
  strncpy(name, "abcdefgh", 8);
  return (void *)strlen(name); /* fails */
}

static void *other(void *arg) { return NULL; }

int main(void) {
  name = malloc(8);
  together(measures, other);
  return 0;
}
