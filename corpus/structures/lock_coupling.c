/* A sorted list with a lock for each node, taken hand over hand; two threads insert. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node {
  int key;
  struct node *next;
  pthread_mutex_t mutex;
};

static struct node list = {0, NULL, PTHREAD_MUTEX_INITIALIZER};

static void *insert(void *arg) {
  int key = (int)(long)arg;
  struct node *before = &list;
  pthread_mutex_lock(&before->mutex);
  while (before->next != NULL && before->next->key < key) {
    struct node *next = before->next;
    pthread_mutex_lock(&next->mutex);
    pthread_mutex_unlock(&before->mutex);
    before = next;
  }
  struct node *fresh = malloc(sizeof *fresh);
  fresh->key = key;
  fresh->next = before->next;
  pthread_mutex_init(&fresh->mutex, NULL);
  before->next = fresh;
  pthread_mutex_unlock(&before->mutex);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, insert, (void *)2L);
  pthread_create(&b, NULL, insert, (void *)1L);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(list.next->key == 1 && list.next->next->key == 2 && list.next->next->next == NULL);
  return 0;
}
