/* Uses of memory after it was freed, and memory that is used again rightly. The word says which. */
#include <malloc.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

struct node {
  long value, other;
};
static struct node *shared;
static atomic_int is_freed;
static long total;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *frees(void *unused) {
  pthread_mutex_lock(&mutex);
  shared->value++;
  pthread_mutex_unlock(&mutex);
  free(shared);                                    /* the free */
  atomic_store_explicit(&is_freed, 1, memory_order_relaxed);
  return unused;
}
static void *uses_later(void *unused) {
  while (!atomic_load_explicit(&is_freed, memory_order_relaxed)) usleep(100);
  total += shared->value;                          /* unordered use */
  return unused;
}
/* Ordered by a mutex: no data race, but a use after free. */
static void *frees_locked(void *unused) {
  pthread_mutex_lock(&mutex);
  shared->other = 1;
  free(shared);                                    /* the locked free */
  atomic_store(&is_freed, 1);
  pthread_mutex_unlock(&mutex);
  return unused;
}
static void *uses_locked(void *unused) {
  while (!atomic_load(&is_freed)) usleep(100);
  pthread_mutex_lock(&mutex);
  shared->other = 2;                               /* locked use */
  pthread_mutex_unlock(&mutex);
  return unused;
}

/* Every function that allocates gets memory that another one has freed. */
static void *right(void *unused) {
  for (int i = 0; i < 2000; i++) {
    size_t bytes = 16 << i % 7;
    void *p = NULL;
    switch (i % 8) {
      case 0: p = malloc(bytes); break;
      case 1: p = calloc(2, bytes); break;
      case 2: p = aligned_alloc(64, 64 + bytes / 64 * 64); break;
      case 3: if (posix_memalign(&p, 256, bytes) != 0) return NULL; break;
      case 4: p = memalign(32, bytes); break;
      case 5: p = realloc(malloc(8), bytes); break; /* in place, or moved */
      case 6: p = valloc(bytes); break;
      case 7: p = realloc(malloc(bytes * 2), bytes); break;
    }
    memset(p, i, bytes);
    pthread_mutex_lock(&mutex);
    total += *(long *)p;
    pthread_mutex_unlock(&mutex);
    free(p);
  }
  return unused;
}
static void *on_stack(void *unused) {
  volatile char large[100000];
  for (unsigned i = 0; i < sizeof large; i += 8) large[i] = i;
  return unused;
}
static void *maps(void *unused) {
  for (int i = 0; i < 50; i++) {
    char *heap = malloc(300000);
    memset(heap, 1, 300000);
    free(heap);
    char *mapped = mmap(NULL, 300000, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    memset(mapped, 2, 300000);
    munmap(mapped, 300000);
  }
  return unused;
}

int main(int count, char **words) {
  pthread_t a, b;
  const char *word = count > 1 ? words[1] : "right";
  shared = calloc(1, sizeof *shared);
  if (strcmp(word, "unordered") == 0) pthread_create(&a, NULL, frees, NULL), pthread_create(&b, NULL, uses_later, NULL);
  else if (strcmp(word, "locked") == 0) pthread_create(&a, NULL, frees_locked, NULL), pthread_create(&b, NULL, uses_locked, NULL);
  else if (strcmp(word, "same") == 0) {
    pthread_create(&a, NULL, right, NULL), pthread_create(&b, NULL, right, NULL);
    shared->value = 5;
    free(shared);                                  /* own free */
    total = shared->value;                         /* own use */
  } else {
    pthread_create(&a, NULL, right, NULL), pthread_create(&b, NULL, right, NULL);
    pthread_join(a, NULL), pthread_join(b, NULL);
    pthread_create(&a, NULL, maps, NULL), pthread_create(&b, NULL, on_stack, NULL);
    pthread_join(b, NULL);
    pthread_create(&b, NULL, on_stack, NULL);
  }
  pthread_join(a, NULL), pthread_join(b, NULL);
  return 0;
}
