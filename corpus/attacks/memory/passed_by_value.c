/* Structures of every size by value, mixed with numbers, and in a list of variable length through pointers. */
#include "../threads.h"

typedef struct {
  char a;
} One;
typedef struct {
  float a, b;
} Floats;
typedef struct {
  long a;
  double b;
} Mixed;
typedef struct {
  int a[9];
} Large;

static long sum(One one, double d, Floats floats, Mixed mixed, Large large, short s, Mixed *more) {
  large.a[8] += one.a;
  mixed.a++;
  return (long)(large.a[8] + d + floats.a + floats.b + mixed.a + mixed.b + s + more->a);
}

static Large make(int n) {
  Large large = {{[8] = n}};
  return large;
}

static void *calls(void *arg) {
  One one = {-1};
  Floats floats = {0.5f, 1.5f};
  Mixed mixed = {10, 0.25};
  Large large = make(1000);
  long result = sum(one, 0.75, floats, mixed, large, -7, &mixed);
  assert(result == 1000 - 1 + 2 + 11 + 1 - 7 + 10);
  assert(large.a[8] == 1000 && mixed.a == 10);
  return NULL;
}

int main(void) {
  together(calls, calls);
  return 0;
}
