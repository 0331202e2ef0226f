/* A test-and-set lock written as one statement with loops (as in DPDK). */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
static volatile int locked;
static int counter;
static void lock(void) {
  int value = 1;
  __asm__ volatile("1:\n\t"
                   "xchg %[locked], %[value]\n\t"
                   "test %[value], %[value]\n\t"
                   "jz 3f\n"
                   "2:\n\t"
                   "pause\n\t"
                   "cmpl $0, %[locked]\n\t"
                   "jnz 2b\n\t"
                   "jmp 1b\n"
                   "3:\n"
                   : [locked] "=m"(locked), [value] "=q"(value)
                   : "[value]"(value)
                   : "memory");
}
static void unlock(void) {
#ifdef FORGET
  if (counter == 1) return;
#endif
  int value = 0;
  __asm__ volatile("xchg %[locked], %[value]\n" : [locked] "=m"(locked), [value] "=q"(value) : "[value]"(value) : "memory");
}
static void *work(void *arg) { lock(); counter++; unlock(); return 0; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, 0); pthread_create(&b, 0, work, 0);
  pthread_join(a, 0); pthread_join(b, 0);
  assert(counter == 2);
}
