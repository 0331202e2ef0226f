/* Functions of the program with a variable number of arguments, and the library's with a list of them. */
#include <assert.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static char log_text[2][32];

static double sum(const char *kinds, ...) {
  va_list list;
  double total = 0;
  va_start(list, kinds);
  for (; *kinds != 0; kinds++) {
    if (*kinds == 'i')
      total += va_arg(list, int);
    else if (*kinds == 'l')
      total += (double)va_arg(list, long);
    else if (*kinds == 'd')
      total += va_arg(list, double);
    else
      total += *va_arg(list, int *);
  }
  va_end(list);
  return total;
}

static void note(int who, const char *format, ...) {
  va_list list, again;
  va_start(list, format);
  va_copy(again, list);
  assert(vsnprintf(NULL, 0, format, again) < (int)sizeof log_text[who]);
  va_end(again);
  vsnprintf(log_text[who], sizeof log_text[who], format, list);
  va_end(list);
}

static void *notes(void *arg) {
  int seven = 7;
  note(1, "%d %s %.1f %c", -1, "two", sum("ildp", 1, 2L, 0.5, &seven), 'x');
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, notes, NULL);
  note(0, "%ld%%", 50L);
  pthread_join(thread, NULL);
  assert(strcmp(log_text[0], "50%") == 0);
  assert(strcmp(log_text[1], "-1 two 10.5 x") == 0);
  return 0;
}
