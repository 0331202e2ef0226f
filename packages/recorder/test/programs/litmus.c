/* Litmus tests, many rounds each: prints how often the outcome was seen that tells models apart. -DPLAIN: volatile variables. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef PLAIN
typedef volatile int shared;
#define R(x) (x)
#define W(x, v) ((x) = (v))
#else
typedef atomic_int shared;
#define R(x) atomic_load_explicit(&(x), memory_order_relaxed)
#define W(x, v) atomic_store_explicit(&(x), v, memory_order_relaxed)
#endif

static shared x, y;
static atomic_int z, flag;
static int r[4];
static struct {
  unsigned char a, b;
  unsigned short c;
  unsigned d;
} volatile packed;

static void fence(void) { atomic_thread_fence(memory_order_seq_cst); }

static void *sb0(void *v) { W(x, 1), r[0] = R(y); return v; }
static void *sb1(void *v) { W(y, 1), r[1] = R(x); return v; }
static int sb(void) { return r[0] == 0 && r[1] == 0; }

static void *fenced0(void *v) { W(x, 1), fence(), r[0] = R(y); return v; }
static void *fenced1(void *v) { W(y, 1), fence(), r[1] = R(x); return v; }

static void *rmw0(void *v) { W(x, 1), atomic_fetch_add(&z, 1), r[0] = R(y); return v; }
static void *rmw1(void *v) { W(y, 1), atomic_fetch_add(&z, 1), r[1] = R(x); return v; }

static void *forward0(void *v) { W(x, 1), r[2] = R(x), r[0] = R(y); return v; }
static void *forward1(void *v) { W(y, 1), r[3] = R(y), r[1] = R(x); return v; }
static int forward(void) { return r[0] == 0 && r[1] == 0; }
static int not_forwarded(void) { return r[2] != 1 || r[3] != 1; }

static void *mp0(void *v) { W(x, 1), W(y, 1); return v; }
static void *mp1(void *v) { r[0] = R(y), r[1] = R(x); return v; }
static int mp(void) { return r[0] == 1 && r[1] == 0; }

static void *release0(void *v) { W(x, 1), atomic_store_explicit(&flag, 1, memory_order_release); return v; }
static void *release1(void *v) { r[0] = atomic_load_explicit(&flag, memory_order_acquire), r[1] = R(x); return v; }
static void *release_fence0(void *v) { W(x, 1), atomic_thread_fence(memory_order_release), W(y, 1); return v; }
/* The reader depends on the writer's address. */
static shared *_Atomic address;
static void *address0(void *v) {
  W(x, 1), atomic_thread_fence(memory_order_release);
  atomic_store_explicit(&address, &x, memory_order_relaxed);
  return v;
}
static void *address1(void *v) {
  shared *found = atomic_load_explicit(&address, memory_order_relaxed);
  if (found != NULL) r[0] = 1, r[1] = R(*found);
  return v;
}
static void *seq_cst0(void *v) { W(x, 1), atomic_store(&flag, 1); return v; }
static void *copied0(void *v) {
  int one = 1;
  memcpy((void *)&x, &one, sizeof one), W(y, 1);
  return v;
}

static void *ww0(void *v) { W(x, 1), W(y, 2); return v; }
static void *ww1(void *v) { W(y, 1), W(x, 2); return v; }
static int ww(void) { return R(x) == 1 && R(y) == 1; }

static void *lb0(void *v) { r[0] = R(x), W(y, 1); return v; }
static void *lb1(void *v) { r[1] = R(y), W(x, 1); return v; }
static int lb(void) { return r[0] == 1 && r[1] == 1; }

/* One thread writes twice, the other must not see it go back. */
static void *co0(void *v) { W(x, 1), W(x, 2); return v; }
static void *co1(void *v) { r[0] = R(x), r[1] = R(x); return v; }
static int co(void) { return r[1] < r[0]; }

/* Bytes of one word, by two threads: none is lost, whatever waits. */
static void *bytes0(void *v) { packed.a = 1, packed.c = 3, r[0] = packed.a + packed.c; return v; }
static void *bytes1(void *v) { packed.b = 2, packed.d = 4, r[1] = packed.b + packed.d; return v; }
static int bytes(void) {
  return packed.a != 1 || packed.b != 2 || packed.c != 3 || packed.d != 4 || r[0] != 4 || r[1] != 6;
}

/* Memory that is freed while stores to it wait. */
static void *heap(void *v) {
  for (int i = 0; i < 20; i++) {
    volatile int *p = malloc(32);
    p[0] = i, p[5] = i;
    if (p[0] + p[5] != 2 * i) r[0] = 1;
    free((void *)p);
  }
  return v;
}
static int broken(void) { return r[0]; }

static const struct {
  const char *name;
  void *(*first)(void *), *(*second)(void *);
  int (*seen)(void);
} tests[] = {
    {"sb", sb0, sb1, sb},          {"sb+fences", fenced0, fenced1, sb},    {"sb+rmws", rmw0, rmw1, sb},
    {"sb+forward", forward0, forward1, forward}, {"forward", forward0, forward1, not_forwarded},
    {"mp", mp0, mp1, mp},          {"mp+release", release0, release1, mp}, {"mp+fence", release_fence0, mp1, mp},
    {"mp+seq_cst", seq_cst0, release1, mp}, {"mp+memcpy", copied0, mp1, mp}, {"2+2w", ww0, ww1, ww},
    {"lb", lb0, lb1, lb},          {"co", co0, co1, co},                   {"bytes", bytes0, bytes1, bytes},
    {"heap", heap, heap, broken},  {"mp+address", address0, address1, mp},
};

int main(void) {
  for (unsigned i = 0; i < sizeof tests / sizeof *tests; i++) {
    int seen = 0;
    for (int round = 0; round < 50; round++) {
      W(x, 0), W(y, 0), z = 0, flag = 0, address = NULL;
      memset(r, 0, sizeof r);
      memset((void *)&packed, 0, sizeof packed);
      pthread_t a, b;
      pthread_create(&a, NULL, tests[i].first, NULL);
      pthread_create(&b, NULL, tests[i].second, NULL);
      pthread_join(a, NULL);
      pthread_join(b, NULL);
      seen += tests[i].seen();
    }
    printf("%s %d\n", tests[i].name, seen);
  }
}
