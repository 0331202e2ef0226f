import type { Program, Site } from '@fencepost/core';
import { load, program, store } from '@fencepost/core';
import { describe, expect, it } from 'vitest';
import type { RelaxResult, RepairResult, SavedRepairSearch } from '@fencepost/check';
import { FENCES_AFTER_STORES, RepairJournal, findRelaxation, findRepair } from '@fencepost/check';

const THREADS = 12;
const at = (line: number): Site => ({ file: 'ring.c', line });

/** A ring of threads that store, then load what the next one stores. */
function ring(): Program {
  return program('ring', (p) => {
    const flags = p.array('flag', THREADS);
    flags.forEach((flag, i) => {
      p.thread(`t${i}`, function* () {
        yield { ...store(flag, 1, 'relaxed'), site: at(2 * i + 1) };
        return yield { ...load(flags[(i + 1) % THREADS]!, 'relaxed'), site: at(2 * i + 2) };
      });
    });
  });
}

/** Executions of a piece: what had something bad is explored again. */
const PIECE = 256;

function repair(
  isStopped: () => boolean,
  before?: SavedRepairSearch,
): { readonly result: RepairResult; readonly journal: RepairJournal } {
  const made = ring();
  const journal = new RepairJournal([made], () => undefined, before);
  const options = { models: ['tso'], goal: 'robust', candidates: FENCES_AFTER_STORES } as const;
  return { result: findRepair([made], { ...options, isStopped, journal }), journal };
}

function told(result: RepairResult): unknown {
  if (result.outcome !== 'repaired') return result.outcome;
  const { repairs, cost } = result;
  return { repairs: repairs.map(({ repair: each }) => each), cost };
}

describe('a search for a repair that is stopped and resumed elsewhere', () => {
  it('has the same result, and explores only the remaining work', () => {
    let pieces = 0;
    const whole = repair(() => ++pieces < 0);
    expect(whole.result.outcome).toBe('repaired');
    expect(whole.journal.executions).toBeGreaterThan(4 * PIECE);
    expect(pieces).toBeGreaterThan(8);
    for (const most of [1, 2, 5, 9, Math.floor(pieces / 2), pieces - 1]) {
      let left = most;
      const stopped = repair(() => left-- <= 0);
      expect(stopped.result.outcome).toBe('stopped');
      const saved = JSON.parse(JSON.stringify(stopped.journal.save())) as SavedRepairSearch;
      const resumed = repair(() => false, saved);
      expect(told(resumed.result)).toEqual(told(whole.result));
      expect(resumed.journal.resumed).toBe(stopped.journal.executions);
      expect(resumed.journal.executions).toBe(whole.journal.executions);
    }
  });

  it('may be stopped repeatedly', () => {
    const whole = repair(() => false);
    let saved: SavedRepairSearch | undefined;
    let own = 0;
    for (let runs = 0; ; runs++) {
      let left = 4;
      const { result, journal } = repair(() => left-- <= 0, saved);
      own += journal.executions - journal.resumed;
      if (result.outcome === 'repaired') {
        expect(told(result)).toEqual(told(whole.result));
        expect(runs).toBeGreaterThan(0);
        expect(own).toBe(whole.journal.executions);
        return;
      }
      expect(runs).toBeLessThan(100);
      saved = JSON.parse(JSON.stringify(journal.save())) as SavedRepairSearch;
    }
  });
});

/** The same with strong orders, and with loads that some executions do: one is of a text that says no order. */
function orderly(): Program {
  return program('orderly', (p) => {
    const flags = p.array('flag', RELAXED_THREADS);
    flags.forEach((flag, i) => {
      p.thread(`t${i}`, function* () {
        yield { ...store(flag, 1, 'seq_cst'), site: at(2 * i + 1) };
        const seen = yield { ...load(flags[(i + 1) % RELAXED_THREADS]!, 'seq_cst'), site: at(2 * i + 2) };
        if (seen === 0 || i > 1) return seen;
        return yield { ...load(flag, 'acquire'), site: at(RARE + i) };
      });
    });
  });
}

const RELAXED_THREADS = 10;
const RARE = 90;

interface Relaxed {
  readonly result: RelaxResult;
  readonly journal: RepairJournal;
  /** Lines of operations that were asked for and cannot be changed. */
  readonly fixed: readonly number[];
}

function relax(isStopped: () => boolean, before?: SavedRepairSearch): Relaxed {
  const made = orderly();
  const journal = new RepairJournal([made], () => undefined, before);
  const fixed = new Set<number>();
  const result = findRelaxation([made], {
    ...{ models: ['rc11'], goal: 'robust', from: 'source', isStopped, journal },
    canChange: ({ site }) => site.line <= RARE || !fixed.add(site.line),
  });
  return { result, journal, fixed: [...fixed] };
}

function toldOrders({ result, fixed }: Relaxed): unknown {
  if (result.outcome !== 'relaxed') return result.outcome;
  const orders = result.orders.map(({ operation, change, now, least, needed }) => ({
    ...{ operation, change, now, least },
    needed: needed.map(({ order, execution: { message } }) => ({ order, message })),
  }));
  return { orders, fixed };
}

describe('a search for weaker orders that is stopped and resumed elsewhere', () => {
  it('has the same result, and explores only the remaining work', () => {
    let pieces = 0;
    const whole = relax(() => ++pieces < 0);
    expect(toldOrders(whole)).toMatchObject({ fixed: [RARE + 1] });
    expect(whole.result).toMatchObject({ orders: { length: 2 * RELAXED_THREADS + 1 } });
    expect(whole.journal.executions).toBeGreaterThan(PIECE);
    for (const most of [2, pieces - 1]) {
      let left = most;
      const stopped = relax(() => left-- <= 0);
      expect(stopped.result.outcome).toBe('stopped');
      const saved = JSON.parse(JSON.stringify(stopped.journal.save())) as SavedRepairSearch;
      const resumed = relax(() => false, saved);
      expect(toldOrders(resumed)).toEqual(toldOrders(whole));
      expect(resumed.journal.resumed).toBe(stopped.journal.executions);
      expect(resumed.journal.executions).toBe(whole.journal.executions);
    }
  });

  it('passes over nothing that was noted of another exploration', () => {
    const whole = relax(() => false);
    let left = 4;
    const { journal } = relax(() => left-- <= 0);
    const saved = JSON.parse(JSON.stringify(journal.save())) as SavedRepairSearch;
    const others = saved.searches.map(({ explorations, operations }) => ({
      explorations: explorations.map((each) => ({ ...each, of: `${each.of} and more`, rest: null })),
      operations,
    }));
    const resumed = relax(() => false, { ...saved, searches: others });
    expect(toldOrders(resumed)).toEqual(toldOrders(whole));
    expect(resumed.journal.executions - resumed.journal.resumed).toBe(whole.journal.executions);
  });

  it('remembers the orders of skipped operations', () => {
    const run = (before?: SavedRepairSearch): { readonly told: unknown; readonly journal: RepairJournal } => {
      const made = program('apart', (p) => {
        const [x, y] = [p.variable('x'), p.variable('y')];
        p.thread('left', function* () {
          yield { ...store(x, 1, 'relaxed'), site: at(1) };
          yield { ...store(x, 2, 'seq_cst'), site: at(2) };
        });
        p.thread('right', function* () {
          return yield { ...load(y, 'relaxed'), site: at(3) };
        });
      });
      const journal = new RepairJournal([made], () => undefined, before);
      const options = { models: ['rc11'], goal: 'robust', from: 'source', canChange: () => true, journal } as const;
      return { told: toldOrders({ result: findRelaxation([made], options), journal, fixed: [] }), journal };
    };
    const whole = run();
    expect(whole.told).toMatchObject({ orders: { length: 3 } });
    const resumed = run(JSON.parse(JSON.stringify(whole.journal.save())) as SavedRepairSearch);
    expect(resumed.told).toEqual(whole.told);
    expect([resumed.journal.resumed, resumed.journal.executions]).toEqual([1, 1]);
  });
});
