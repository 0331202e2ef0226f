import type { Instruction, InstructionProgram, MemoryOrder, Trace, TraceEvent } from '@fencepost/core';
import { JOIN, LocalStates, Machine, ORDERS, RMW, SPAWN, STORE, fromInstructions } from '@fencepost/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RandomProgramOptions } from '@fencepost/testing';
import { randomProgram, show } from '@fencepost/testing';
import { exploreGraphs, racesOf } from '../src/index.js';

function tracesOf(states: LocalStates): Trace[] {
  const traces: Trace[] = [];
  exploreGraphs(states, { model: 'sc', onExecution: (execution) => traces.push(execution.trace()) });
  return traces;
}

/** Changes the orders of accesses. */
function reordered(source: InstructionProgram, change: (access: Access) => MemoryOrder): InstructionProgram {
  const rewrite = (list: readonly Instruction[]): Instruction[] =>
    list.map((step) => {
      if (step.op === 'spawn') return { ...step, body: rewrite(step.body) };
      return step.op === 'load' || step.op === 'store' || step.op === 'rmw' ? { ...step, order: change(step) } : step;
    });
  const rewritten = {
    ...source,
    threads: source.threads.map((thread) => ({ ...thread, instructions: rewrite(thread.instructions) })),
  };
  return Object.defineProperty(rewritten, fc.toStringMethod, { value: () => show(rewritten), enumerable: false });
}

type Access = Extract<Instruction, { readonly op: 'load' | 'store' | 'rmw' }>;

/** Relaxed accesses become plain here and there; or else those of x, which others guard with strong orders. */
function withPlain(size: RandomProgramOptions): fc.Arbitrary<InstructionProgram> {
  const choices = fc.array(fc.nat(3), { minLength: 30, maxLength: 30 });
  return fc.tuple(randomProgram(size), fc.boolean(), choices).map(([source, guarded, chosen]) => {
    let next = 0;
    return reordered(source, ({ op, address, order = 'relaxed' }) => {
      const choice = chosen[next++ % chosen.length]!;
      if (guarded && address === 0) return 'plain';
      if (order !== 'relaxed') return order;
      if (guarded) return choice === 0 ? order : op === 'load' ? 'acquire' : 'release';
      return choice === 0 ? order : 'plain';
    });
  });
}

/** The definition, edge by edge and by transitive closure, for traces of any size that one can wait for. */
function racesByDefinition(trace: Trace): string[] {
  const { states, events } = trace;
  const n = events.length;
  const kindOf = ({ state }: TraceEvent): number => states.kind[state]!;
  const orderOf = ({ state }: TraceEvent): MemoryOrder => ORDERS[states.code[state]! % 8]!;
  const isFence = (e: TraceEvent): boolean =>
    states.location[e.state]! < 0 && kindOf(e) !== SPAWN && kindOf(e) !== JOIN;
  const acquires = (e: TraceEvent): boolean => ['acquire', 'acq_rel', 'seq_cst'].includes(orderOf(e));
  const releases = (e: TraceEvent): boolean => ['release', 'acq_rel', 'seq_cst'].includes(orderOf(e));
  const sequencedBefore = (a: TraceEvent, b: TraceEvent): boolean => a.thread === b.thread && a.position < b.position;
  /** The write that is read, and those of whose release sequence it is part. */
  const heads = (read: TraceEvent): TraceEvent[] => {
    if (read.source === undefined || read.source < 0) return [];
    const write = events[read.source]!;
    if (orderOf(write) === 'plain') return [];
    return [write, ...(kindOf(write) === RMW ? heads(write) : [])];
  };
  const failedTry = (e: TraceEvent): boolean =>
    e.wrote === undefined && states.locations.isMutex(states.location[e.state]!);
  /** Pairs of events of which the first synchronises with the second. */
  const synchronises = (a: TraceEvent, b: TraceEvent): boolean => {
    if (kindOf(a) === SPAWN && states.operand[a.state] === b.thread) return true;
    if (kindOf(b) === JOIN && states.operand[b.state] === a.thread) return true;
    // Through a thread that does nothing.
    if (kindOf(a) === SPAWN && kindOf(b) === JOIN && states.operand[a.state] === states.operand[b.state]) return true;
    return events.some((read) => {
      if (read.source === undefined || orderOf(read) === 'plain' || failedTry(read)) return false;
      const receives = read === b ? acquires(b) : isFence(b) && acquires(b) && sequencedBefore(read, b);
      if (!receives) return false;
      return heads(read).some((write) =>
        write === a ? releases(a) : isFence(a) && releases(a) && sequencedBefore(a, write),
      );
    });
  };
  const before = events.map((a) => events.map((b) => sequencedBefore(a, b) || synchronises(a, b)));
  for (let k = 0; k < n; k++) {
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) before[i]![j] ||= before[i]![k]! && before[k]![j]!;
    }
  }
  const found = new Set<string>();
  events.forEach((a, i) => {
    events.forEach((b, j) => {
      const location = states.location[a.state]!;
      if (location < 0 || location !== states.location[b.state] || a.thread === b.thread) return;
      if (![a, b].some(({ wrote }) => wrote !== undefined)) return;
      if (![a, b].some((each) => orderOf(each) === 'plain')) return;
      if (before[i]![j]! || before[j]![i]!) return;
      const labels = [states.label[a.state]!, states.label[b.state]!].sort((x, y) => x - y);
      found.add([...labels, location].join(' '));
    });
  });
  return [...found].sort();
}

const SIZES: readonly RandomProgramOptions[] = [
  { threads: 2, operations: 9 },
  { threads: 3, operations: 8 },
];

describe('random programs', () => {
  it.each(SIZES)('races are those of the definition: $threads threads', { timeout: 60_000 }, (size) => {
    let raced = 0;
    let ordered = 0;
    fc.assert(
      fc.property(withPlain(size), (source) => {
        for (const trace of tracesOf(new LocalStates(fromInstructions(source))).slice(0, 40)) {
          const races = racesOf(trace);
          const told = races.map(({ first, second, location }) => [first, second, location].join(' ')).sort();
          expect(told).toEqual(racesByDefinition(trace));
          if (told.length > 0) raced++;
          else ordered++;
        }
      }),
      { numRuns: 300, seed: 1 },
    );
    expect(Math.min(raced, ordered)).toBeGreaterThan(100);
  });
});

/** Can two accesses of different threads be adjacent, one of them plain, one of them a write? (On the SC machine.) */
function canCollide(states: LocalStates): boolean {
  const seen = new Set<string>();
  const stack = [new Machine(states, 'sc')];
  const writes = (machine: Machine, t: number): boolean => {
    const state = machine.local[t]!;
    const kind = states.kind[state];
    return kind === STORE || (kind === RMW && states.writesAfter(state, machine.memory.m[states.location[state]!]!));
  };
  const placeOf = (machine: Machine, t: number): number => states.location[machine.local[t]!]!;
  const isPlain = (machine: Machine, t: number): boolean => ORDERS[states.code[machine.local[t]!]! % 8] === 'plain';
  for (let machine = stack.pop(); machine !== undefined; machine = stack.pop()) {
    const key = `${machine.local.join()}|${[...machine.memory.m].join()}`;
    if (seen.has(key)) continue;
    seen.add(key);
    for (let t = 0; t < machine.threads; t++) {
      if (!machine.canRun(t)) continue;
      const next = new Machine(states, 'sc');
      next.copyFrom(machine);
      next.run(t);
      stack.push(next);
      const location = placeOf(machine, t);
      if (location < 0) continue;
      for (let u = 0; u < machine.threads; u++) {
        if (u === t || !next.canRun(u) || placeOf(next, u) !== location) continue;
        const plain = isPlain(machine, t) || isPlain(next, u);
        if (plain && (writes(machine, t) || writes(next, u))) return true;
      }
    }
  }
  return false;
}

/**
 * Accesses that are not plain made seq_cst. (Fences then order nothing more.) A compare-and-swap, which next to another
 * access might fail and not write any more, becomes an exchange. A load that waits for a value does not wait: next to
 * another access it might not be possible any more (after `x = 0`, a plain write of x is never next to an await of `x >= 1`,
 * though nothing orders them).
 */
function strengthened(source: InstructionProgram): InstructionProgram {
  const strong = reordered(source, ({ order }) => (order === 'plain' ? order : 'seq_cst'));
  const changed = JSON.stringify(strong)
    .replaceAll('"fn":"cas"', '"fn":"exchange"')
    .replaceAll(/,"until":\{[^}]*\}/g, '');
  return JSON.parse(changed) as InstructionProgram;
}

// Boehm, Adve: Foundations of the C++ Concurrency Memory Model (PLDI 2008), section 4: with locks and seq_cst atomics
// only, a program has two conflicting accesses that nothing orders if and only if it has two that can be adjacent.
describe('with seq_cst atomics only', () => {
  it.each(SIZES)('there is a race if two accesses can collide: $threads threads', { timeout: 60_000 }, (size) => {
    const counts = [0, 0];
    fc.assert(
      fc.property(withPlain(size).map(strengthened), (source) => {
        const states = new LocalStates(fromInstructions(source));
        const collide = canCollide(states);
        expect(tracesOf(states).some((trace) => racesOf(trace).length > 0)).toBe(collide);
        counts[Number(collide)]!++;
      }),
      { numRuns: 300, seed: 1 },
    );
    expect(Math.min(...counts)).toBeGreaterThan(10);
  });
});
