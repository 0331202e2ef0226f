/* One thread writes to ports and remembers what it wrote, another one opens the device. Nobody defines what they call. */
#include <pthread.h>

extern void abort(void);
extern void reach_error(void);
static void __VERIFIER_assert(int holds) {
  if (!holds) {
    reach_error();
    abort();
  }
}

struct device;
struct file {
  void *data;
};

extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern struct device *device_alloc(const char *name);
extern int device_add(struct device *);
extern unsigned char in_port(unsigned);
extern void out_port(unsigned char, unsigned);
extern int log_line(const char *format, ...);

static struct device *device;
static struct file *file;
static unsigned char shadow[4];
static int operations;

static void *set(void *arg) {
  int port = __VERIFIER_nondet_int() & 3, value = in_port(port);
  out_port(value, port);
  value = in_port(port);
  shadow[port] = value;
  __VERIFIER_assert(shadow[port] == value);
  return 0;
}

static void *open(void *arg) {
  file->data = &operations;
  __VERIFIER_assert(file->data == &operations);
  return 0;
}

int main(void) {
  pthread_t a, b;
  file = malloc(sizeof *file);
  device = device_alloc("device");
  if (!device || device_add(device)) return 1;
  log_line("%s", "added");
  pthread_create(&a, 0, set, 0);
  pthread_create(&b, 0, open, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
