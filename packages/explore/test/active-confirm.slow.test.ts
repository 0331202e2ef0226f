import type { ModelName, Trace } from '@fencepost/core';
import { LocalStates, happensBefore, isSequentiallyConsistent, load, program, store, SPAWN } from '@fencepost/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomProgram } from '@fencepost/testing';
import { isAccess } from '../src/active/accesses.js';
import { ScViolation } from '../src/active/sc-violation.js';
import { Cycles, accessesOf, hasCycle, oracleTraces, predictCycles } from '../src/index.js';
import { statesOf } from './interleavings.js';

/** Does `from` come before `to`, by the edges of core at the location of both? */
function conflictOrder(trace: Trace): (from: number, to: number) => boolean {
  const { events, states } = trace;
  const n = events.length;
  const before = new Uint8Array(n * n);
  for (const { from, to, kind } of happensBefore(trace)) {
    if (kind === 'reads-from' || kind === 'coherence' || kind === 'from-read') before[from * n + to] = 1;
  }
  for (let k = 0; k < n; k++) {
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) before[i * n + j]! |= before[i * n + k]! & before[k * n + j]!;
    }
  }
  const where = (event: number): number => states.location[events[event]!.state]!;
  return (from, to) =>
    where(from) === where(to) &&
    (events[from]!.wrote !== undefined || events[to]!.wrote !== undefined) &&
    before[from * n + to] === 1;
}

/** All cycles of four labels that the trace has, by trying all events. */
function cyclesByHand(trace: Trace): Set<string> {
  const { events, states } = trace;
  const inConflict = conflictOrder(trace);
  const all = events.map((_, i) => i).filter((i) => isAccess(states, events[i]!.state));
  const inProgram = (a: number, b: number): boolean =>
    events[a]!.thread === events[b]!.thread && events[a]!.position <= events[b]!.position;
  const pairs = all.flatMap((a) => all.filter((b) => inProgram(a, b)).map((b) => [a, b] as const));
  const cycles = new Cycles();
  for (const [a, b] of pairs) {
    for (const [c, d] of pairs) {
      if (inConflict(b, c) && inConflict(d, a))
        cycles.add(
          [a, b, c, d].map((e) => states.label[events[e]!.state]!),
          0,
        );
    }
  }
  return new Set(cycles.sorted().map(String));
}

const anyProgram = fc.oneof(randomProgram({ threads: 2, operations: 8 }), randomProgram({ threads: 3, operations: 6 }));

describe('confirmation', { timeout: 60_000 }, () => {
  it('says of every execution exactly which cycles it has, which only those have that are not SC', () => {
    let had = 0;
    let hadNot = 0;
    const agrees = (source: Parameters<typeof statesOf>[0], model: ModelName): void => {
      const states = statesOf(source);
      const candidates = new Cycles();
      for (const trace of oracleTraces(states, model).values()) predictCycles(accessesOf(trace), 4, candidates);
      for (const trace of oracleTraces(states, model).values()) {
        const known = cyclesByHand(trace);
        const accesses = accessesOf(trace);
        const onCycles = new ScViolation(accesses).labelsOnCycles();
        for (const cycle of candidates.sorted()) {
          const has = hasCycle(accesses, cycle);
          expect(has).toBe(known.has(String(cycle)));
          if (has) {
            had++;
            expect(cycle.every((label) => onCycles.has(label))).toBe(true);
            expect(isSequentiallyConsistent(trace)).toBe(false);
          } else hadNot++;
        }
      }
    };
    fc.assert(fc.property(anyProgram, fc.constantFrom<ModelName>('tso', 'pso', 'pslo'), agrees), {
      numRuns: 300,
      seed: 1,
    });
    expect(had).toBeGreaterThan(20);
    expect(hadNot).toBeGreaterThan(300);
  });
});

describe('an SC violation', { timeout: 60_000 }, () => {
  it('has a shortest cycle, which only executions have that are not SC', () => {
    const lengths = new Map<number, number>();
    const agrees = (source: Parameters<typeof statesOf>[0], model: ModelName): void => {
      for (const trace of oracleTraces(statesOf(source), model).values()) {
        const accesses = accessesOf(trace);
        const shortest = new ScViolation(accesses).shortest();
        const isSc = isSequentiallyConsistent(trace);
        // A cycle may be one only because a thread starts another; that order is not among accesses.
        const spawns = trace.events.some(({ state }) => trace.states.kind[state] === SPAWN);
        if (isSc || !spawns) expect(shortest === undefined).toBe(isSc);
        if (shortest === undefined) continue;
        expect(hasCycle(accesses, shortest)).toBe(true);
        expect(shortest.length === 4).toBe(cyclesByHand(trace).size > 0);
        lengths.set(shortest.length, (lengths.get(shortest.length) ?? 0) + 1);
      }
    };
    fc.assert(fc.property(anyProgram, fc.constantFrom<ModelName>('tso', 'pso', 'pslo'), agrees), {
      numRuns: 300,
      seed: 1,
    });
    expect(lengths.get(4)).toBeGreaterThan(20);
  });

  it('has a signature of the lines that depart', () => {
    const source = program('two pairs', (p) => {
      const [x, y, z, w] = ['x', 'y', 'z', 'w'].map((name) => p.variable(name));
      const thread = (a: typeof x, b: typeof x, c: typeof x, d: typeof x): void =>
        p.thread(`writes ${a!.name}`, function* () {
          yield store(a!, 1);
          yield load(b!);
          yield store(c!, 1);
          yield load(d!);
        });
      thread(x, y, z, w);
      thread(y, x, w, z);
    });
    const signatures = new Set<number>();
    for (const trace of oracleTraces(new LocalStates(source), 'tso').values()) {
      if (!isSequentiallyConsistent(trace)) signatures.add(new ScViolation(accessesOf(trace)).signature());
    }
    // At the first pair, at the second, at both; and x, y with z, w in between, one way or the other.
    expect(signatures.size).toBeGreaterThanOrEqual(3);
    expect(signatures).not.toContain(0);
  });
});
