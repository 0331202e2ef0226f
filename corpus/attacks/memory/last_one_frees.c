/* Who counts the references down to zero frees; if the count is read again for that, both do. */
#include "../threads.h"

static struct {
  atomic_uchar count;
  char payload;
} *object;

static void *drops(void *arg) {
#ifdef SPLIT
  atomic_fetch_sub(&object->count, 1);
  unsigned char left = atomic_load(&object->count); /* the other may have freed it, or will, too */
#else
  unsigned char left = atomic_fetch_sub(&object->count, 1) - 1;
#endif
  if (left == 0)
    free(object);
  return NULL;
}

int main(void) {
  object = malloc(sizeof *object);
  atomic_init(&object->count, 2);
  together(drops, drops);
  return 0;
}
