import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COUNTED_MODELS, compareProgramWithOracle, followingRetries } from '@fencepost/testing';
import { canCompile, compile, corpus, settled } from '@fencepost/testing/compiled';

/** Small programs of the corpus, and how many traces they have under SC, TSO and PSO together. */
const PROGRAMS: readonly (readonly [string, string, number])[] = [
  ['peers/sb.c', '-DN=3', 23],
  ['peers/mp.c', '', 7],
  ['peers/iriw.c', '', 45],
  ['peers/inc_plain.c', '', 12],
  ['peers/msqueue.c', '-DK=1', 9],
  ['peers/treiber.c', '', 54],
  ['peers/ticket.c', '', 10],
  ['peers/clh.c', '-DFENCE', 6],
  ['atomics/cas_weak_loop.c', '', 12],
  ['atomics/2+2w.c', '', 10],
  ['atomics/release_sequence.c', '', 6],
  ['library/mutex_trylock.c', '', 12],
  ['library/cond_signal.c', '', 6],
  ['library/semaphore.c', '', 6],
  ['library/rwlock.c', '', 6],
  ['deadlocks/abba.c', '', 9],
  ['loops/either.c', '', 6],
  ['loops/missed.c', '', 6],
  ['memory/use_after_free_race.c', '', 6],
  ['memory/struct_assignment.c', '', 10],
  ['cxx/static_local.cpp', '', 6],
];

describe.skipIf(!canCompile)('the oracle, graphs and Source-DPOR find the same', { timeout: 30_000 }, () => {
  it.each(PROGRAMS)('%s %s', async (name, flag, expected) => {
    const compiled = await compile(join(corpus, name), { flags: flag === '' ? [] : [flag] });
    // Only the graph explorer leaves out retries.
    const program = followingRetries(compiled);
    const { traces, disagreements } = settled(program, () => compareProgramWithOracle(program, COUNTED_MODELS));
    expect(disagreements).toEqual([]);
    expect(traces).toBe(expected);
  });
});
