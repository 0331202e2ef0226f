import { describe, expect, it } from 'vitest';
import { canCompile } from '@fencepost/testing/compiled';
import type { Coverage } from '../benchmarks/relaxer/coverage-measure.js';
import { COVERAGE_MODELS, coverage } from '../benchmarks/relaxer/coverage-measure.js';
import { SUBJECTS } from '../benchmarks/relaxer/coverage-programs.js';

// The quick part of `npm run bench -- relaxer-coverage`: active testing beside exhaustive exploration.

const OPTIONS = { seed: 1, budget: 1000, length: 4, mostExecutions: 20_000, mostSeconds: 60 };

/** Programs with few violations. These do not stand for the whole corpus, of which a smaller part is found. */
const SMALL: readonly string[] = [
  'peers/sb.c -DCHECK',
  'peers/mp.c',
  'peers/clh.c',
  'peers/pgsql_bnd.c',
  'papers/workstealing.c',
  'locks/trylock.c -DRELAXED',
  'locks/seqlock.c -DNO_FENCE',
  'structures/msqueue.c -DRELAXED',
  'structures/rcu.c -DRELAXED_READER',
  'atomics/2+2w.c',
  'atomics/r.c',
  'atomics/forwarding.c',
  'memory/publish_heap.c',
  'deadlocks/lost_wakeup_tso.c',
  'cxx/atomic_sb.cpp',
];
/** Programs with more violations, of which under PSO some are missed. */
const LARGER: readonly string[] = ['papers/dekker.c', 'papers/peterson.c', 'papers/burns.c'];

async function measure(names: readonly string[]): Promise<Coverage[]> {
  const measured: Coverage[] = [];
  for (const name of names) {
    const program = await SUBJECTS.find((subject) => subject.name === name)!.load();
    for (const model of COVERAGE_MODELS) measured.push(coverage(program, model, OPTIONS)!);
  }
  return measured;
}

function sum(measured: readonly Coverage[], count: (each: Coverage) => number): number {
  return measured.reduce((total, each) => total + count(each), 0);
}

describe.skipIf(!canCompile)('active testing beside exhaustive exploration', { timeout: 120_000 }, () => {
  it('finds nothing that does not exist, and at least 95 % of the violations of small programs', async () => {
    const measured = await measure(SMALL);
    expect(measured.flatMap(({ wrong }) => wrong)).toEqual([]);
    expect(measured.every(({ executions }) => executions <= OPTIONS.budget)).toBe(true);
    const all = sum(measured, ({ told }) => told.all.size);
    expect(all).toBeGreaterThanOrEqual(SMALL.length);
    expect(sum(measured, ({ told }) => told.found.size) / all).toBeGreaterThanOrEqual(0.95);
    expect(sum(measured, ({ failures }) => failures.found.size)).toBeGreaterThanOrEqual(SMALL.length - 2);
  });

  it.each(LARGER)('finds nothing in %s that does not exist, and the failure that does', async (name) => {
    for (const { wrong, told, failures } of await measure([name])) {
      expect(wrong).toEqual([]);
      expect(told.found.size).toBeGreaterThan(0);
      expect(failures.found).toEqual(failures.all);
    }
  });
});
