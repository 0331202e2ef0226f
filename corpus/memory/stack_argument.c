/* Threads get the address of a local variable of main. */
#include <assert.h>
#include <pthread.h>

struct task {
  int input, output;
};

static void *square(void *arg) {
  struct task *task = arg;
  task->output = task->input * task->input;
  return NULL;
}

int main(void) {
  pthread_t a, b;
  struct task tasks[2] = {{.input = 3}, {.input = 4}};
  pthread_create(&a, NULL, square, &tasks[0]);
  pthread_create(&b, NULL, square, &tasks[1]);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(tasks[0].output + tasks[1].output == 25);
  return 0;
}
