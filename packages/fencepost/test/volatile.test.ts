import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testFile } from 'fencepost';
import { afterAll, describe, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'fencepost-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Message passing, which PSO breaks. */
const MESSAGE = `#include <assert.h>
#include <pthread.h>
static volatile int data, flag;
static void *sender(void *unused) { data = 1; flag = 1; return unused; }
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, sender, 0);
  if (flag) assert(data == 1);
  pthread_join(thread, 0);
}
`;

describe('testFile of a program in C', () => {
  const file = join(folder, 'message.c');
  writeFileSync(file, MESSAGE);

  it.each(['plain', 'relaxed'] as const)('takes volatile accesses for %s ones', async (volatile) => {
    const { tests } = await testFile(file, { models: ['pso'], volatile, maxExecutions: 100 });
    const [failure] = tests[0]!.failures;
    expect(failure).toMatchObject({ kind: 'assertion' });
    const accesses = failure!.counterexample!.story.steps.filter(({ kind }) => kind === 'store' || kind === 'load');
    expect(accesses.length).toBeGreaterThan(3);
    expect(accesses.filter(({ plain }) => plain === true)).toHaveLength(volatile === 'plain' ? accesses.length : 0);
  });
});
