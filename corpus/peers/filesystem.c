/* filesystem(N): N threads take the lock of an inode and look for a free block, each block with a lock of its own.
 * Two threads want the same block from 14 threads on. */
#include <pthread.h>
#ifndef N
#define N 14
#endif
#define BLOCKS 26
#define INODES 32

static pthread_mutex_t inode_lock[INODES], block_lock[BLOCKS];
static int inode[INODES], busy[BLOCKS];

static void allocate(int i) {
  for (int tries = 0, b = (i * 2) % BLOCKS; tries < BLOCKS; tries++, b = (b + 1) % BLOCKS) {
    pthread_mutex_lock(&block_lock[b]);
    int free = !busy[b];
    if (free) {
      busy[b] = 1;
      inode[i] = b + 1;
    }
    pthread_mutex_unlock(&block_lock[b]);
    if (free)
      return;
  }
}

static void *create(void *arg) {
  int i = (int)(long)arg % INODES;
  pthread_mutex_lock(&inode_lock[i]);
  if (inode[i] == 0)
    allocate(i);
  pthread_mutex_unlock(&inode_lock[i]);
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < INODES; i++)
    pthread_mutex_init(&inode_lock[i], NULL);
  for (int i = 0; i < BLOCKS; i++)
    pthread_mutex_init(&block_lock[i], NULL);
  for (long i = 0; i < N; i++)
    pthread_create(&threads[i], NULL, create, (void *)i);
  for (int i = 0; i < N; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
