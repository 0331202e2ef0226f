import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { canCompile } from '@fencepost/testing/compiled';
import type { Answer } from '../truth/answer.js';
import { judge } from '../truth/judge.js';
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
      'tso Liveness own/waits': { answer: 'fails', detail: expect.stringContaining('waits') as string },
      'tso Liveness own/fails': { answer: 'safe', detail: '' },
    });
  });
});

describe.skipIf(!canCompile)('GenMC’s tests', { timeout: 120_000 }, () => {
  const thread = 'static void *run(void *arg) { atomic_store(&next, &value); return 0; }';
  const files = {
    // A test may declare GenMC's function itself, and a pointer may be the condition.
    'correct/own/variants/own0.c': `
#include <pthread.h>
#include <stdatomic.h>
void __VERIFIER_assume(int);
static int value;
static _Atomic(int *) next;
${thread}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, run, 0);
  __VERIFIER_assume(atomic_load(&next));
  pthread_join(thread, 0);
  return 0;
}`,
    'correct/own/expected.rc11.mo.in': '1\n',
  };

  it('count executions, and blocked ones apart', async () => {
    expect(await answersTo('genmc', files)).toEqual({
      'rc11 correct/own': { answer: 'safe 1', detail: '', blocked: 1 },
    });
  });
});

describe.skipIf(!canCompile)('the limit of a search', { timeout: 120_000 }, () => {
  const files = {
    'many_ok.c': `
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *run(void *arg) {
  for (int i = 0; i < 9; i++) atomic_fetch_add(&x, i);
  return 0;
}
int main(void) {
  pthread_t threads[4];
  for (int i = 0; i < 4; i++) pthread_create(&threads[i], 0, run, 0);
  return 0;
}`,
  };

  it.each([true, false])('may be CPU time (%s)', async (cpu) => {
    const folder = mkdtempSync(join(tmpdir(), 'fencepost-truth-'));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const { question } = SETS.find(({ name }) => name === 'sctbench')!.cases(folder)[0]!;
    const used = process.cpuUsage();
    const { answer, detail } = await judge({ ...question, counts: 'executions' } as typeof question, 1, cpu);
    expect({ answer, detail }).toEqual({ answer: null, detail: expect.stringContaining('ended after') as string });
    const { user, system } = process.cpuUsage(used);
    if (cpu) expect((user + system) / 1e6).toBeGreaterThan(0.9);
  });
});

describe('scripts of WebAssembly’s test suite', { timeout: 120_000 }, () => {
  const memory = '(module $Mem (memory (export "shared") 1 1 shared)) (register "mem")';
  const imported = '(memory (import "mem" "shared") 1 1 shared)';
  const thread = (name: string, code: string, rest = '(invoke "run")'): string =>
    `(thread ${name} (shared (module $Mem)) (register "mem" $Mem) (module ${imported} ${code}) ${rest})`;
  const run = (body: string): string => `(func (export "run") (result i32) ${body})`;
  const stores = thread('$A', run('(i32.atomic.store (i32.const 0) (i32.const -1)) (i32.const 0)'));
  const loads = (expected: string): string =>
    thread('$B', run('(i32.atomic.load (i32.const 0))'), `(assert_return (invoke "run") ${expected})`);
  const checks = (address: number, expected: string): string =>
    `(module $Check ${imported} (func (export "check") (result i32) (i32.load (i32.const ${address}))))
     (assert_return (invoke $Check "check") ${expected})`;

  it('pass if the assertions of every thread hold in every execution', async () => {
    const answers = await answersTo('wasm-threads', {
      'either.wast': `${memory} ${stores} ;; comment ")"
        ${loads('(either (i32.const 0) (i32.const 0xffff_ffff))')} (wait $A) (wait $B) ${checks(0, '(i32.const -1)')}`,
      'one.wast': `${memory} ${stores} ${loads('(i32.const -1)')} (wait $A) (wait $B)`,
      // It does not wait for the thread.
      'early.wast': `${memory} ${stores} ${checks(0, '(i32.const -1)')} (wait $A)`,
      'nested.wast': `${memory}
        ${thread('$A', run('(i32.load (i32.const 8))'), `${thread('$C', run('(i32.store (i32.const 8) (i32.const 7)) (i32.const 0)'))} (wait $C) (assert_return (invoke "run") (i32.const 7))`)}
        (wait $A) ${checks(8, '(i32.const 7)')}`,
      'traps.wast': `${memory} (module ${imported} (func (export "run") (param i32) (result i64) (i64.atomic.load (local.get 0))))
        (assert_trap (invoke "run" (i32.const 1)) "unaligned atomic") (assert_return (invoke "run" (i32.const 8)) (i64.const 0))
        (assert_invalid (module (func (result i32))) "type mismatch")`,
      'traps-not.wast': `${memory} (module ${imported} (func (export "run") (result i32) (i32.const 1)))
        (assert_trap (invoke "run") "unaligned atomic")`,
      'linked.wast': `${memory} (thread $A (assert_unlinkable (module ${imported}) "unknown import")) (wait $A)`,
      'linked-not.wast': `${memory} (assert_unlinkable (module ${imported}) "unknown import")`,
    });
    const expected = {
      ...{ either: 'safe', one: 'fails', early: 'fails', nested: 'safe', traps: 'safe', 'traps-not': 'fails' },
      ...{ linked: 'safe', 'linked-not': 'fails' },
    };
    const found = Object.entries(answers).map(([id, { answer }]) => [id, answer]);
    const wanted = Object.entries(expected).flatMap(([name, answer]) => [
      [`sc ${name}.wast`, answer],
      [`arm64 ${name}.wast`, answer],
    ]);
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(wanted));
  });
});

describe('tests of test262 with agents', { timeout: 120_000 }, () => {
  const test = (agent: string, main: string): string => `/*---
includes: [atomicsHelper.js]
features: [Atomics]
---*/
for (var i = 0; i < 2; i++) {
  $262.agent.start(\`
    $262.agent.receiveBroadcast(function(sab) {
      const view = new Int32Array(sab);
      Atomics.add(view, 1, \${i} + 1);
      ${agent}
      $262.agent.leaving();
    });
  \`);
}
const view = new Int32Array(new SharedArrayBuffer(16));
$262.agent.safeBroadcast(view);
$262.agent.waitUntil(view, 1, 3);
${main}
`;
  const at = 'test/built-ins/Atomics';

  it('pass in every execution, or in one if they rely on time', async () => {
    const answers = await answersTo('test262', {
      'harness/sta.js': 'class Test262Error extends Error {}',
      'harness/assert.js':
        'function assert(holds) { if (holds !== true) throw new Test262Error(); }\nassert.sameValue = (a, b) => assert(Object.is(a, b));',
      [`${at}/none.js`]: test('', 'assert.sameValue(Atomics.notify(view, 0), 0);'),
      // Whether the agents wait already is open.
      [`${at}/early.js`]: test('Atomics.wait(view, 0, 0, 1);', 'assert.sameValue(Atomics.notify(view, 0), 0);'),
      [`${at}/reports.js`]: test(
        '$262.agent.report(Atomics.wait(view, 0, 1));',
        "assert.sameValue($262.agent.getReport(), 'not-equal');\nassert.sameValue($262.agent.getReport(), 'not-equal');",
      ),
      [`${at}/woken.js`]: test(
        '$262.agent.report(Atomics.wait(view, 0, 0));',
        "$262.agent.tryYield();\nassert.sameValue(Atomics.notify(view, 0), 2);\nassert.sameValue($262.agent.getReport(), 'ok');",
      ),
      // At most two agents can wait.
      [`${at}/never.js`]: test(
        'Atomics.wait(view, 0, 0);',
        '$262.agent.tryYield();\nassert.sameValue(Atomics.notify(view, 0), 3);',
      ),
      [`${at}/other.js`]: 'assert(true);',
    });
    expect(Object.fromEntries(Object.entries(answers).map(([id, { answer }]) => [id, answer]))).toEqual({
      ...{ 'sc none.js': 'safe', 'arm64 none.js': 'safe', 'sc early.js': 'fails', 'arm64 early.js': 'fails' },
      ...{
        'sc reports.js': 'safe',
        'arm64 reports.js': 'safe',
        'sc woken.js': 'can pass',
        'sc never.js': 'cannot pass',
      },
    });
  });
});
