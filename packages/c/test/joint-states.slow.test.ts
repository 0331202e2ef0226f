import { join } from 'node:path';
import type { ProgramCheck } from '@fencepost/check';
import { checkProgram, replayProgram } from '@fencepost/check';
import type { Program } from '@fencepost/core';
import { linearise, replayedTrace } from '@fencepost/core';
import { reachJointStates } from '@fencepost/explore';
import { canCompile, compile, corpus, file } from '@fencepost/testing/compiled';
import { describe, expect, it } from 'vitest';

const MODELS = ['sc', 'tso', 'rc11'] as const;

async function program(file: string, flags: readonly string[] = []): Promise<Program> {
  return compile(join(corpus, file), { flags });
}

function verdicts(checks: readonly ProgramCheck[]): string[] {
  return checks.map(({ verdict }) => verdict);
}

describe.skipIf(!canCompile)('joint states of programs in C', { timeout: 120_000 }, () => {
  it('decide loops that back off, beyond their bounds', async () => {
    const checks = checkProgram(await program('joint/two_flags.c'), { models: MODELS });
    expect(verdicts(checks)).toEqual(['safe', 'safe', 'safe']);
    for (const { jointStates, robust, notes, incomplete } of checks) {
      expect(jointStates).toBeLessThan(200);
      expect([robust, incomplete]).toEqual([true, null]);
      expect(notes.join(' ')).toContain('may go on for ever, but the program can always still end');
    }
    const wrong = checkProgram(await program('joint/two_flags.c', ['-DWRONG']), { models: MODELS });
    expect(verdicts(wrong)).toEqual(['failing', 'failing', 'failing']);
  });

  it('decide TSO if no load passes a store that matters, though relaxed accesses conflict', async () => {
    const [sc, tso] = checkProgram(await program('joint/counted_waiters.c'), { models: ['sc', 'tso'] });
    expect(verdicts([sc!, tso!])).toEqual(['safe', 'safe']);
    expect([tso!.robust, tso!.incomplete]).toEqual([true, null]);
    expect(tso!.jointStates).toBe(sc!.jointStates);
    const wrong = checkProgram(await program('joint/counted_waiters.c', ['-DSTORE']), { models: ['sc', 'tso'] });
    expect(verdicts(wrong)).toEqual(['safe', 'failing']);
    const { search } = reachJointStates(await program('joint/counted_waiters.c', ['-DSTORE']), {
      races: true,
      triangles: true,
      isUnbounded: true,
    });
    expect([search.failures, search.isComplete, search.isTriangleFree]).toEqual([[], true, false]);
  });

  it('decide a ring whose threads spin', async () => {
    const ring = await compile(join(corpus, '../test/fixtures/claims/ring.c'));
    const { search } = reachJointStates(ring, { races: true });
    expect([search.isComplete, search.alwaysEnds, search.isEndless, search.mayRace]).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(search.count).toBeLessThan(300);
  });

  it('say nothing if the program may never end', async () => {
    const never = await program('joint/never_leaves.c');
    const { search } = reachJointStates(never, { isUnbounded: true });
    expect([search.isComplete, search.failures.length, search.ends > 0]).toEqual([true, 0, true]);
    expect([search.alwaysEnds, search.isEndless]).toEqual([false, true]);
    expect(verdicts(checkProgram(never, { models: MODELS }))).toEqual(['unknown', 'unknown', 'unknown']);
  });

  it('find a failure although another thread repeats itself alone', async () => {
    const alone = `#include <assert.h>
      #include <pthread.h>
      #include <stdatomic.h>
      static atomic_int stop, beat;
      static void *beats(void *p) { while (!stop) beat = 1; return p; }
      static void *fails(void *p) { assert(p); return p; }
      int main(void) {
        pthread_t a, b;
        pthread_create(&a, 0, beats, 0);
        pthread_create(&b, 0, fails, 0);
        return 0;
      }`;
    for (const depthFirst of [false, true]) {
      const { states, search } = reachJointStates(await compile(file('alone.c', alone)), {
        isUnbounded: true,
        depthFirst,
      });
      expect(search.failures.map(({ failure }) => failure.message)).toEqual(['assertion failed: p']);
      expect(linearise(replayedTrace(states, 'sc', search.failures[0]!.schedule), 'tso', 'early')).toBeDefined();
    }
  });

  it('find a failure beyond a bound, which can be replayed', async () => {
    const bounds = { unroll: 5 };
    const hidden = join(corpus, 'loops/bound_hides.c');
    const [check] = checkProgram(await compile(hidden, { bounds }), { models: ['sc'] });
    expect(check).toMatchObject({
      verdict: 'failing',
      failures: [{ message: 'assertion failed: i < 10', underSc: true }],
    });
    const { failures } = replayProgram(await compile(hidden, { bounds }), 'sc', check!.schedule!);
    expect(failures).toMatchObject([{ message: 'assertion failed: i < 10' }]);
  });

  it('end where a loop never repeats itself', async () => {
    for (const file of ['loops/endless.c', 'loops/retry_counted.c']) {
      const [check] = checkProgram(await program(file), { models: ['sc'] });
      expect(check).toMatchObject({ verdict: 'unknown', incomplete: { stoppedBy: 'limits' } });
    }
  });

  it('decide simulated store buffers', async () => {
    const [check] = checkProgram(await program('joint/buffers.c', ['-DROUNDS=2']), { models: ['sc'] });
    expect(check).toMatchObject({ verdict: 'safe', failures: [], incomplete: null });
    expect(check!.jointStates).toBeLessThan(10_000);
    const { search } = reachJointStates(await program('joint/buffers.c', ['-DROUNDS=2', '-DWRONG']));
    expect(search.failures.map(({ failure }) => failure.message)).toEqual(['assertion failed: !none']);
  });
});
