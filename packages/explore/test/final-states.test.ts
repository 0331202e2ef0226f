import type { Program } from '@fencepost/core';
import { LocalStates, load, lock, program, spawn, store, until } from '@fencepost/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FinalStates, exploreAll } from '../src/index.js';

/** Two threads and two locations from the start; more of both after a non-zero read. */
const growing: Program = program('growing', (p) => {
  const [x, y, late] = [p.variable('x'), p.variable('y', 4), p.variable('late', 9)];
  p.thread('one', function* () {
    if ((yield load(x)) === 0) return;
    yield store(late, 1);
    yield spawn(function* () {
      yield load(late);
    });
  });
  p.thread('two', function* () {
    yield load(y);
  });
});

interface Row {
  readonly deadlocked: boolean;
  readonly local: readonly number[];
  readonly memory: readonly number[];
}

function add(finals: FinalStates, { deadlocked, local, memory }: Row): void {
  const memoryAt = finals.begin();
  finals.row.fill(0);
  finals.row[0] = deadlocked ? 1 : 0;
  finals.row.set(local, 1);
  finals.row.set(memory, memoryAt);
  finals.add();
}

function contents(states: LocalStates, finals: FinalStates): Map<string, number> {
  const counts = new Map<string, number>();
  for (const final of finals) {
    const { deadlocked, executions } = final;
    const local = states.threads.handles.map((_, t) => final.local(t));
    const memory = states.locations.addresses.map((_, location) => final.value(location));
    counts.set(JSON.stringify({ deadlocked, local, memory }), executions);
  }
  expect(counts.size).toBe(finals.count);
  return counts;
}

const word = fc.oneof(fc.nat(2), fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }));
const anyRow: fc.Arbitrary<Row> = fc.record({
  deadlocked: fc.boolean(),
  local: fc.tuple(fc.nat(3), fc.nat(3)),
  memory: fc.tuple(word, word),
});

function expectedCounts(rows: readonly Row[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(JSON.stringify(row), (counts.get(JSON.stringify(row)) ?? 0) + 1);
  return counts;
}

describe('final states', () => {
  it('are counted, each once, however many there are', () => {
    fc.assert(
      fc.property(fc.array(anyRow, { maxLength: 300, size: 'max' }), (rows) => {
        const states = new LocalStates(growing);
        const finals = new FinalStates(states);
        for (const row of rows) add(finals, row);
        expect(contents(states, finals)).toEqual(expectedCounts(rows));
      }),
      { numRuns: 50 },
    );
  });

  it('of two tables over the same states add up', () => {
    const rows = fc.array(anyRow, { maxLength: 100, size: 'max' });
    fc.assert(
      fc.property(rows, rows, (first, second) => {
        const states = new LocalStates(growing);
        const [one, other] = [new FinalStates(states), new FinalStates(states)];
        for (const row of first) add(one, row);
        for (const row of second) add(other, row);
        one.merge(other);
        expect(contents(states, one)).toEqual(expectedCounts([...first, ...second]));
        expect(contents(states, other)).toEqual(expectedCounts(second));
      }),
      { numRuns: 50 },
    );
  });

  it('widen when threads and locations are discovered: these had not started and hold initial values', () => {
    const states = new LocalStates(growing);
    const finals = new FinalStates(states);
    const stale = new FinalStates(states);
    const early: Row = { deadlocked: false, local: [5, 6], memory: [1, 2] };
    add(finals, early);
    add(stale, early);
    const storing = states.update(states.initial[0]!, 1);
    expect(states.locations.count).toBe(3);
    const widened = { deadlocked: false, local: [5, 6], memory: [1, 2, 9] };
    add(finals, widened);
    expect(contents(states, finals)).toEqual(new Map([[JSON.stringify(widened), 2]]));
    states.update(storing, 0);
    expect(states.threads.count).toBe(3);
    const twice = { deadlocked: false, local: [5, 6, 0], memory: [1, 2, 9] };
    const child = { deadlocked: true, local: [5, 6, 7], memory: [1, 2, 3] };
    add(finals, twice);
    add(finals, child);
    // The other table has not heard of any of this.
    finals.merge(stale);
    expect(contents(states, finals)).toEqual(
      new Map([
        [JSON.stringify(twice), 4],
        [JSON.stringify(child), 1],
      ]),
    );
  });

  it('of the oracle do not mix up executions that know different numbers of locations', () => {
    // Either thread keeps the mutex, so all is deadlock; if the first has it, no thread has accessed z by then.
    const source = program('stale', (p) => {
      const mutex = p.mutex('mutex');
      const [y, z] = [p.variable('y'), p.variable('z')];
      p.thread('first', function* () {
        yield lock(mutex);
        yield until(y, '==', 1);
      });
      p.thread('second', function* () {
        yield lock(mutex);
        yield store(z, 7);
      });
    });
    const states = new LocalStates(source);
    const found = exploreAll(states, { model: 'sc', finals: true });
    const z = states.locations.find(2)!;
    const ends: unknown[] = [];
    for (const final of found.finals) ends.push([states.isTerminal(final.local(1)), final.value(z)]);
    expect(ends.sort()).toEqual([
      [false, 0],
      [true, 7],
    ]);
  });
});
