/* A job for a thread, whose result is read before it may be there. */
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

struct job {
  int input, output;
};

static void *work(void *arg) {
  struct job *job = arg;
  job->output = job->input * 2;
  return 0;
}

int main(void) {
  pthread_t thread;
  struct job job;
  job.input = __VERIFIER_nondet_int();
  pthread_create(&thread, 0, work, &job);
  if (job.input > 5)
    pthread_join(thread, 0);
  return job.output;
}
