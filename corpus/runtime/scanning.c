/* sscanf, strtok_r and getopt, each thread with its own texts. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void *run(void *unused) {
  int number;
  char word[8], rest;
  assert(sscanf(" 42 word x", "%d %7s %c", &number, word, &rest) == 3);
  assert(number == 42 && strcmp(word, "word") == 0 && rest == 'x');
  char list[] = "a,b;c", *place;
  int parts = 0;
  for (char *at = strtok_r(list, ",;", &place); at; at = strtok_r(0, ",;", &place)) parts++;
  assert(parts == 3);
  return unused;
}

int main(void) {
  char *arguments[] = {"program", "-ab", "value", "-c", "rest", 0};
  int found = 0;
  for (int option; (option = getopt(5, arguments, "ab:c")) != -1;) found = found * 10 + option - 'a' + 1;
  assert(found == 123 && strcmp(arguments[optind], "rest") == 0);
  pthread_t one, other;
  pthread_create(&one, 0, run, 0);
  pthread_create(&other, 0, run, 0);
  pthread_join(one, 0);
  pthread_join(other, 0);
}
