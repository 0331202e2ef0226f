import type { Program, Trace } from '@fencepost/core';
import { LocalStates } from '@fencepost/core';
import { exploreGraphs, exploreSource } from '@fencepost/explore';
import { byHistory, byHistoryResumed } from '@fencepost/testing';
import { describe, expect, it } from 'vitest';
import { DEFAULT_BOUNDS, compiledProgram } from '../../src/program.js';
import { build } from '../../src/build/build.js';
import { canCompile, compile, corpus, file, settled } from '@fencepost/testing/compiled';

/** Everything that an execution shows of itself. */
function shown({ states, events, coherence }: Trace): string {
  const nameOf = (i: number | undefined): string => {
    const event = events[i ?? -1];
    return event === undefined ? '-' : `${states.threads.handles[event.thread]}.${event.position}`;
  };
  const told = events.map(({ state, read, wrote, source }, i) =>
    [nameOf(i), states.labels.get(states.label[state]!).text, read, wrote, nameOf(source)].join(' '),
  );
  const orders = coherence.map((row, l) => `${states.locations.addresses[l]}: ${row.map(nameOf).join(' ')}`);
  return [...told.toSorted(), ...orders.filter((order) => !order.endsWith(': ')).toSorted()].join('\n');
}

/** What is found, and in how many states. */
function found(program: Program, model: 'sc' | 'tso' | 'rc11') {
  return settled(program, () => {
    const states = new LocalStates(program);
    const traces: string[] = [];
    const { executions, blocked, failures } = exploreGraphs(states, {
      model,
      onExecution: (execution) => traces.push(`${execution.deadlocked} ${shown(execution.trace())}`),
      onBlocked: (execution) => traces.push(`blocked ${shown(execution.trace())}`),
    });
    const told = failures.map(({ kind, message, executions: times }) => `${kind} ${message} ${times}`).toSorted();
    const all = { executions, blocked, failures: told, limits: program.limits?.(), notes: program.notes?.() };
    return { all, traces: traces.toSorted(), discovered: states.discovered };
  });
}

const THREADS = `#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
static atomic_int x, y, z;
static void *one(void *);
static void *other(void *);
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, other, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
`;
const COUNTING = 'void *other(void *p) { for (int i = 1; i <= 3; i++) x = i; y = 1; return 0; }';

const PROGRAMS: Readonly<Record<string, string>> = {
  'a sum of values that are dead': `void *one(void *p) { int sum = 0;
    for (int i = 0; i < 3; i++) { sum += x & 1; z = sum; } return 0; } ${COUNTING}`,
  'a loop that waits, and reads something else besides': `
    void *one(void *p) { int last; do last = x; while (y != 1); z = last; return 0; } ${COUNTING}`,
  'a loop that waits for ever, after reading anything': `
    void *one(void *p) { do (void)x; while (y != 2); return 0; } ${COUNTING}`,
  'a bounded number of tries': `
    void *one(void *p) { int n = 0; while (n < 4 && !y) { n++; (void)x; } z = n; return 0; } ${COUNTING}`,
  'one loop in another, and a loop that was left': `
    void *one(void *p) { while (!x); for (int i = 0; i < 2; i++) for (int k = 0; k < 2; k++) z = z + x; return 0; }
    ${COUNTING}`,
  'values in frames of several functions, some of which return': `
    static int (*volatile chosen)(int, int);
    static int deep(int n, int v) { int own = x + v; return n == 0 ? own : deep(n - 1, own) + own; }
    void *one(void *p) { chosen = deep; z = chosen(1, x) + chosen(0, 1); return 0; } ${COUNTING}`,
  'arrays on the stack, and what is left below it': `
    static int fill(int v) { int all[8]; for (int i = 0; i < 8; i++) all[i] = v + i; return all[v & 7] + x; }
    void *one(void *p) { int kept[4] = {x, 0, 0, 0}; kept[1] = fill(kept[0]); kept[0] = 0; z = x; z = kept[1]; return 0; }
    ${COUNTING}`,
  'private memory on the heap': `
    void *one(void *p) { int *own = malloc(8); own[0] = x; own[1] = x; int sum = own[0] + own[1]; free(own); z = sum;
    assert(z != 5); return 0; } ${COUNTING}`,
  'text that depends on what was read': `
    void *one(void *p) { int v = x; printf("%d\\n", v & 1); v = x; z = 1; (void)y; z = v; return 0; } ${COUNTING}`,
  'stores of the same value': `
    void *one(void *p) { for (int i = 0; i < 3; i++) { z = x; z = 1; } return 0; } ${COUNTING}`,
  'swaps that fail': `
    void *one(void *p) { int v = x; while (!atomic_compare_exchange_weak(&x, &v, v + 4)); z = v; return 0; }
    ${COUNTING}`,
  locks: `static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
    static int n;
    static void add(int v) { pthread_mutex_lock(&m); n += v; pthread_mutex_unlock(&m); }
    void *one(void *p) { add(x); add(1); z = x; return 0; }
    void *other(void *p) { x = 1; add(2); x = 2; return 0; }`,
};

describe.skipIf(!canCompile)(
  'local states that are distinguished by the position of threads',
  { timeout: 60_000 },
  () => {
    it.each(Object.entries(PROGRAMS))('give the same executions: %s', async (_what, text) => {
      const built = await build({ files: [file('program.c', THREADS + text)], flags: [] });
      const bounds = { ...DEFAULT_BOUNDS, spurious: text.includes('weak') };
      for (const model of ['sc', 'tso', 'rc11'] as const) {
        const merged = found(compiledProgram('test', built, bounds), model);
        const apart = found(byHistory(compiledProgram('test', built, bounds)), model);
        const resumed = found(byHistoryResumed(compiledProgram('test', built, bounds)), model);
        expect([merged.all, merged.traces]).toEqual([apart.all, apart.traces]);
        expect([resumed.all, resumed.traces]).toEqual([apart.all, apart.traces]);
        expect(merged.discovered).toBeLessThanOrEqual(apart.discovered);
      }
    });

    it('do so for Source-DPOR, which goes back, and with most states forgotten', async () => {
      const built = await build({ files: [`${corpus}/peers/fib.c`], flags: ['-DK=3'] });
      const counted = (program: Program, few?: number) =>
        settled(program, () =>
          [exploreGraphs, exploreSource].map(
            (explore) => explore(new LocalStates(program, few), { model: 'tso' }).executions,
          ),
        );
      const expected = counted(byHistory(compiledProgram('test', built)));
      expect(counted(compiledProgram('test', built))).toEqual(expected);
      expect(counted(compiledProgram('test', built), 20)).toEqual(expected);
    });

    it('are as many as there are live values, not histories', async () => {
      const program = await compile(`${corpus}/peers/fib.c`, { flags: ['-DK=4'] });
      const states = settled(program, () => {
        const all = new LocalStates(program);
        exploreGraphs(all, { model: 'tso' });
        return all.discovered;
      });
      expect(states).toBeLessThan(500);
    });
  },
);
