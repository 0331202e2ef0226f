/* Globals whose initial values are addresses: into arrays, of functions, of strings with offsets, of each other. */
#include "../threads.h"

struct Link {
  const struct Link *next;
  int (*compute)(int);
  const char *name;
  short numbers[3];
};

static int twice(int n) { return 2 * n; }
static int array[5] = {1, 2, [4] = 5};
static int *const last = &array[4];
static int *volatile beyond = array + 5;
extern const struct Link second;
static const struct Link first = {&second, twice, &"prefix"[3], {-1, [2] = 300}};
const struct Link second = {&first, NULL, "x", {0}};
static _Thread_local int *own = &array[1];
static union {
  double number;
  unsigned char bytes[8];
} one = {1.0};
static struct {
  unsigned low : 3;
  signed high : 5;
  unsigned long long wide : 40;
} fields = {5, -3, 0xabcdef0123};

static void *looks(void *arg) {
  assert(*last == 5 && beyond[-1] == 5 && array[2] == 0);
  assert(first.next->next == &first && first.compute(21) == 42 && second.compute == NULL);
  assert(first.name[0] == 'f' && first.name[3] == 0 && first.numbers[0] == -1 && first.numbers[2] == 300);
  assert(*own == 2 && one.bytes[7] == 0x3f && one.bytes[6] == 0xf0);
  assert(fields.low == 5 && fields.high == -3 && fields.wide == 0xabcdef0123);
  return NULL;
}

int main(void) {
  together(looks, looks);
  return 0;
}
