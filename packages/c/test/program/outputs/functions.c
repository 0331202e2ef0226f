// Functions of the C library that are written in C (library/sources).
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static jmp_buf outer;

static void thrower(int n) {
  if (n == 0) longjmp(outer, 5);
  thrower(n - 1);
}

static void jumps(void) {
  volatile int tries = 0;
  int r = setjmp(outer);
  if (r == 0 || tries < 2) {
    tries++;
    printf("try %d r %d\n", tries, r);
    thrower(3);
  }
  printf("done %d %d\n", r, tries);
  jmp_buf in;
  switch (setjmp(in)) {
  case 0: longjmp(in, 0);
  case 1: printf("one\n"); break;
  default: printf("other\n");
  }
  sigjmp_buf with_signals;
  if (!sigsetjmp(with_signals, 1)) siglongjmp(with_signals, 3);
  else printf("sig\n");
}

struct pair {
  char name[5];
  int value;
};

static int by_value(const void *a, const void *b) {
  const struct pair *x = a, *y = b;
  return x->value < y->value ? -1 : x->value > y->value;
}

static void sorting(void) {
  struct pair pairs[] = {{"d", 4}, {"a", 1}, {"c1", 3}, {"c2", 3}, {"b", -2}};
  qsort(pairs, 5, sizeof *pairs, by_value);
  for (int i = 0; i < 5; i++) printf("%s ", pairs[i].name);
  struct pair key = {"", 4}, none = {"", 5};
  struct pair *found = bsearch(&key, pairs, 5, sizeof *pairs, by_value);
  printf("%s %d\n", found->name, bsearch(&none, pairs, 5, sizeof *pairs, by_value) == 0);
}

static void scanning(void) {
  int a, b, n, kept = -1;
  unsigned h;
  long l;
  short s;
  double d;
  float f;
  char w[16], set[16], c[3] = "";
  n = sscanf("12 -7 0x1f 077 99999999999 -3", "%d%i %x %i%ld %hd", &a, &b, &h, &kept, &l, &s);
  printf("%d: %d %d %u %d %ld %d\n", n, a, b, h, kept, l, s);
  n = sscanf("2.5e3abc rest [x-y]", "%lf%15[a-z] %s", &d, set, w);
  printf("%d: %g %s %s\n", n, d, set, w);
  n = sscanf("xy,3.25;tail", "%2c,%f;%n", c, &f, &kept);
  printf("%d: %.2s %g %d\n", n, c, f, kept);
  printf("%d %d %d\n", sscanf("", "%d", &a), sscanf("x", "%d", &a), sscanf("5 x", "%d %d", &a, &b));
  n = sscanf("123456", "%3d%*1d%2d", &a, &b);
  printf("%d: %d %d\n", n, a, b);
  n = sscanf("50% of", "%d%% %[^\n]", &a, w);
  printf("%d: %d %s\n", n, a, w);
}

static void splitting(void) {
  char text[] = " one, two,,three ", *rest = text;
  for (char *at = strtok(text, " ,"); at; at = strtok(0, " ,")) printf("<%s>", at);
  char fields[] = "a::b:";
  rest = fields;
  for (char *at; (at = strsep(&rest, ":"));) printf("{%s}", at);
  printf("\n%s; %s; %s\n", strerror(EINVAL), strerror(ENOMEM), strerror(9999));
}

static void options(void) {
  char *arguments[] = {"program", "-ab", "value", "-cX", "-z", "--", "rest", 0};
  opterr = 0;
  for (int option; (option = getopt(7, arguments, "ab:c:")) != -1;)
    printf("%c%s ", option, optarg ? optarg : option == '?' ? "unknown" : "");
  printf("%d %s %c\n", optind, arguments[optind], optopt);
}

static void arithmetic(void) {
  volatile int seven = -7, two = 2;
  div_t a = div(seven, two);
  ldiv_t b = ldiv(seven, -two);
  lldiv_t c = lldiv(1LL << 40, 3 * two);
  printf("%d %d %ld %ld %lld %lld\n", a.quot, a.rem, b.quot, b.rem, c.quot, c.rem);
  volatile double x = 1, zero = 0;
  volatile float f = 1;
  printf("%a %a %a\n", nextafter(x, 2), nextafter(x, 0), nextafter(-x, 0));
  printf("%d %d %a\n", nextafter(zero, -1) < 0, nextafter(zero, x) == 0x1p-1074, nextafter(x, x));
  printf("%a %a\n", nextafterf(f, 2), nextafterf(-f, -2));
}

static void conversions(void) {
  char *end;
  printf("%jd %ju\n", strtoimax("-0x7fx", &end, 0), strtoumax("077", 0, 0));
  printf("%s\n", end);
}

int main(void) {
  jumps();
  sorting();
  scanning();
  splitting();
  options();
  arithmetic();
  conversions();
}
