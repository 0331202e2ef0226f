// Real work for the recorder: four threads sort, count words in a shared hash table with locks, and pass blocks
// through a bounded queue to a thread that compresses them (run lengths). `work N`: N thousand elements.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define THREADS 4
#define BUCKETS 1024
#define LOCKS 16
#define SLOTS 8
#define BLOCK 512

static unsigned *numbers, *scratch;
static size_t count;

struct entry {
  struct entry *next;
  unsigned key, times;
};
static struct entry *table[BUCKETS];
static pthread_mutex_t locks[LOCKS];
static atomic_ulong entries;

static struct {
  unsigned char *blocks[SLOTS];
  unsigned head, tail;
  int done;
  pthread_mutex_t mutex;
  pthread_cond_t changed;
} queue = {.mutex = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};
static unsigned long compressed;

static void sort(unsigned *from, unsigned *to, size_t n) {
  if (n < 2) return;
  size_t half = n / 2;
  sort(from, to, half);
  sort(from + half, to + half, n - half);
  size_t i = 0, j = half, k = 0;
  while (k < n) to[k++] = j == n || (i < half && from[i] <= from[j]) ? from[i++] : from[j++];
  memcpy(from, to, n * sizeof *from);
}

static void add(unsigned key) {
  unsigned bucket = key * 2654435761u >> 22;
  pthread_mutex_t *lock = &locks[bucket % LOCKS];
  pthread_mutex_lock(lock);
  struct entry *e = table[bucket];
  while (e != NULL && e->key != key) e = e->next;
  if (e == NULL) {
    e = malloc(sizeof *e);
    e->key = key;
    e->times = 0;
    e->next = table[bucket];
    table[bucket] = e;
    atomic_fetch_add_explicit(&entries, 1, memory_order_relaxed);
  }
  e->times++;
  pthread_mutex_unlock(lock);
}

static void send(unsigned char *block) {
  pthread_mutex_lock(&queue.mutex);
  while (queue.tail - queue.head == SLOTS) pthread_cond_wait(&queue.changed, &queue.mutex);
  queue.blocks[queue.tail++ % SLOTS] = block;
  pthread_cond_broadcast(&queue.changed);
  pthread_mutex_unlock(&queue.mutex);
}

static void *compress(void *unused) {
  (void)unused;
  for (;;) {
    pthread_mutex_lock(&queue.mutex);
    while (queue.tail == queue.head && !queue.done) pthread_cond_wait(&queue.changed, &queue.mutex);
    int over = queue.tail == queue.head;
    unsigned char *block = over ? NULL : queue.blocks[queue.head++ % SLOTS];
    pthread_cond_broadcast(&queue.changed);
    pthread_mutex_unlock(&queue.mutex);
    if (over) return NULL;
    for (size_t i = 0; i < BLOCK;) {
      size_t run = 1;
      while (i + run < BLOCK && block[i + run] == block[i]) run++;
      compressed += 2;
      i += run;
    }
    free(block);
  }
}

static void *work(void *which) {
  size_t part = count / THREADS, start = part * (size_t)which;
  sort(numbers + start, scratch + start, part);
  for (size_t i = start; i < start + part; i += 16) add(numbers[i] % 5000);
  for (size_t i = start; i + BLOCK < start + part; i += 4 * BLOCK) {
    unsigned char *block = malloc(BLOCK);
    for (size_t j = 0; j < BLOCK; j++) block[j] = numbers[i + j] >> 28;
    send(block);
  }
  return NULL;
}

int main(int argc, char **argv) {
  count = (argc > 1 ? strtoul(argv[1], NULL, 10) : 100) * 1000;
  numbers = malloc(count * sizeof *numbers);
  scratch = malloc(count * sizeof *scratch);
  unsigned seed = 1;
  for (size_t i = 0; i < count; i++) numbers[i] = seed = seed * 1664525u + 1013904223u;
  for (int i = 0; i < LOCKS; i++) pthread_mutex_init(&locks[i], NULL);
  pthread_t threads[THREADS], compressor;
  pthread_create(&compressor, NULL, compress, NULL);
  for (size_t i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, work, (void *)i);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
  pthread_mutex_lock(&queue.mutex);
  queue.done = 1;
  pthread_cond_broadcast(&queue.changed);
  pthread_mutex_unlock(&queue.mutex);
  pthread_join(compressor, NULL);
  printf("%lu entries, %lu bytes\n", entries, compressed);
  return 0;
}
