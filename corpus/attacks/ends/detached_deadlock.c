/* Two detached threads wait for each other for ever; main does not care, and ends. */
#include "../threads.h"

static pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER, right = PTHREAD_MUTEX_INITIALIZER;

static void *one(void *arg) {
  pthread_detach(pthread_self());
  pthread_mutex_lock(&left);
  pthread_mutex_lock(&right);
  return NULL;
}

static void *two(void *arg) {
  pthread_detach(pthread_self());
  pthread_mutex_lock(&right);
  pthread_mutex_lock(&left);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_create(&a, &attributes, one, NULL);
  pthread_create(&b, &attributes, two, NULL);
  exit(0);
}
