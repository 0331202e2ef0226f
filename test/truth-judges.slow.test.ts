import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { canCompile } from '@fencepost/testing/compiled';
import { judge } from '../truth/judge.js';
import type { Answer } from '../truth/set.js';
import { SETS } from '../truth/sets.js';

// Small sets of our own, in the form of others: their cases are read and answered.

/** Returns the answers to the cases of a folder with these files, by case. */
async function answersTo(set: string, files: Readonly<Record<string, string>>): Promise<Record<string, Answer>> {
  const folder = mkdtempSync(join(tmpdir(), 'fencepost-truth-'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const cases = SETS.find(({ name }) => name === set)!.cases(folder);
  const answers: Record<string, Answer> = {};
  for (const { id, question } of cases) answers[id] = await judge(question, 60);
  return answers;
}

describe.skipIf(!canCompile)('Dartagnan’s tests in C', { timeout: 120_000 }, () => {
  const tests = 'dartagnan/src/test/java/com/dat3m/dartagnan/llvm';
  const spins = `
#include <dat3m.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int ready;
static int *data;
static void *run(void *arg) {
  await_while(atomic_load(&ready) == 0);
  return 0;
}`;
  const files = {
    'include/dat3m.h': `
extern void __VERIFIER_loop_bound(int);
extern void __VERIFIER_loop_begin(void);
extern void __VERIFIER_spin_start(void);
extern void __VERIFIER_spin_end(int);
#define await_while(condition) \\
  for (int go = (__VERIFIER_loop_begin(), 0); __VERIFIER_spin_start(), go = condition, __VERIFIER_spin_end(!go), go;)`,
    // The thread may wait forever. That is not what the first class asks for.
    'benchmarks/own/waits.c': `${spins}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, run, 0);
  return 0;
}`,
    // The memory is in use when it is freed, which no class asks for; and an assertion may fail.
    'benchmarks/own/fails.c': `${spins}
#include <assert.h>
#include <stdlib.h>
static void *frees(void *arg) {
  free(data);
  atomic_store(&ready, 1);
  return 0;
}
int main(void) {
  pthread_t a, b;
  data = malloc(sizeof *data);
  *data = 1;
  pthread_create(&a, 0, run, 0);
  pthread_create(&b, 0, frees, 0);
  assert(*data == 1);
  assert(atomic_load(&ready) == 0);
  return 0;
}`,
    [`${tests}/LFDSTest.java`]: 'getTestResourcePath("own/" + name\n {"waits", TSO, PASS},\n {"fails", TSO, FAIL},\n',
    [`${tests}/LivenessTest.java`]: ' {"own/waits", TSO, FAIL},\n {"own/fails", TSO, PASS},\n',
  };

  it('are asked about assertions, or about termination, only', async () => {
    expect(await answersTo('dartagnan-c', files)).toEqual({
      'tso LFDS waits': { answer: 'safe', detail: '' },
      'tso LFDS fails': { answer: 'fails', detail: 'assertion failed: atomic_load(&ready) == 0' },
      'tso Liveness own/waits': { answer: 'fails', detail: expect.stringContaining('waits') },
      'tso Liveness own/fails': { answer: 'safe', detail: '' },
    });
  });
});
