import { it } from 'vitest';
import { writeFileSync } from 'node:fs';
import { fencepost } from './terminal.js';
import { checkProgram, program, load, store, fence } from 'fencepost';
const seqlock = (type: string) => `
#include <pthread.h>
#include <stdatomic.h>
atomic_int seq; ${type} x, y;
void *writer(void *arg) {
  atomic_fetch_add(&seq, 1);
  x = 1; y = 1;
  atomic_fetch_add(&seq, 1);
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, writer, 0);
  int s, u, v;
  do { s = atomic_load(&seq); u = x; v = y; } while ((s & 1) || atomic_load(&seq) != s);
  return u != v;
}`;
const forever = `
#include <pthread.h>
#include <stdatomic.h>
int x; atomic_int n;
void *writer(void *arg) { for (;;) { atomic_fetch_add(&n, 1); x++; } }
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, writer, 0);
  x++;
  pthread_join(a, 0);
}`;
it('x', async () => {
  writeFileSync('/tmp/r1.c', seqlock('int'));
  writeFileSync('/tmp/r2.c', seqlock('atomic_int'));
  writeFileSync('/tmp/r3.c', forever);
  for (const f of ['/tmp/r1.c', '/tmp/r2.c', '/tmp/r3.c']) {
    try { const r = await fencepost(['check', f, '--races', '--model', 'sc', '--max-executions', '20000', '--unroll', '3']);
    console.log(r.out + r.err + r.code); } catch (e) { console.log(f, e); }
  }
}, 600000);
