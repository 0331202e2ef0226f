import type { Edge, InstructionProgram, LocalStates, ModelName, Program, Trace } from '@fencepost/core';
import {
  JOIN,
  KIND_NAMES,
  SPAWN,
  compareExchange,
  fence,
  fetchAdd,
  findCycle,
  happensBefore,
  isSequentiallyConsistent,
  join,
  load,
  parseSchedule,
  program,
  replay,
  spawn,
  store,
  traceOf,
} from '@fencepost/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomProgram, walk } from '@fencepost/testing';
import { recordingMachine } from '@fencepost/testing/machines';

const storeBuffering = program('sb', (p) => {
  const x = p.variable('x');
  const y = p.variable('y');
  p.thread('left', function* () {
    yield store(x, 1);
    return yield load(y);
  });
  p.thread('right', function* () {
    yield store(y, 1);
    return yield load(x);
  });
});

function traceAfter(source: Program | LocalStates, model: ModelName, schedule: string): Trace {
  const machine = recordingMachine(source, model);
  replay(machine, parseSchedule(schedule));
  return traceOf(machine.states, machine.recorder!);
}

/** `left#1 load`: what an edge goes from or to. */
function describeEvent(trace: Trace, event: number): string {
  const { state } = trace.events[event]!;
  return `${trace.states.labels.get(trace.states.label[state]!).text} ${KIND_NAMES[trace.states.kind[state]!]!}`;
}

function describeEdge(trace: Trace, { from, to, kind }: Edge): string {
  return `${describeEvent(trace, from)} -${kind}-> ${describeEvent(trace, to)}`;
}

describe('the trace of an execution', () => {
  it('is the same however unrelated steps are ordered, and another when they are related otherwise', () => {
    const { states } = recordingMachine(storeBuffering, 'tso');
    const key = (model: ModelName, schedule: string): string => traceAfter(states, model, schedule).key;
    const leftFirst = key('tso', 'fp1:1x2.1c.2x2.2c');
    expect(key('tso', 'fp1:1x2.2.1c.2c.2')).toBe(leftFirst);
    expect(key('tso', 'fp1:1.1c.1.2x2.2c')).toBe(leftFirst);
    expect(key('sc', 'fp1:1.1.2.2')).toBe(leftFirst);
    const traces = [leftFirst, key('sc', 'fp1:2.2.1.1'), key('sc', 'fp1:1.2.1.2'), key('tso', 'fp1:1x2.2x2.1c.2c')];
    expect(new Set(traces).size).toBe(4);
  });

  it('records reads and writes, their sources and the order in which they reached memory', () => {
    const source = program('values', (p) => {
      const x = p.variable('x', 3);
      p.thread('one', function* () {
        yield store(x, 4);
        yield fetchAdd(x, 10);
      });
      p.thread('two', function* () {
        yield compareExchange(x, 3, 9);
        yield compareExchange(x, 99, 0);
        return yield load(x);
      });
    });
    const trace = traceAfter(source, 'sc', 'fp1:2.1.2.1.2');
    expect(trace.events.map(({ thread, position, read, wrote }) => [thread, position, read, wrote])).toEqual([
      [0, 0, undefined, 4],
      [0, 1, 4, 14],
      [1, 0, 3, 9],
      [1, 1, 4, undefined],
      [1, 2, 14, undefined],
    ]);
    expect(trace.events.map(({ source: from }) => from)).toEqual([undefined, 0, -1, 0, 1]);
    expect(trace.coherence).toEqual([[2, 0, 1]]);
    const last = [...trace.last].map(([thread, state]) => [thread, trace.states.outcome(state)]);
    expect(last).toEqual([
      [0, undefined],
      [1, 14],
    ]);
  });

  it('may leave locations unwritten', () => {
    const source = program('unwritten', (p) => {
      const x = p.variable('x');
      const y = p.variable('y');
      p.thread('t', function* () {
        yield load(x);
        yield store(y, 1);
      });
    });
    const trace = traceAfter(source, 'sc', 'fp1:1x2');
    expect(trace.coherence).toEqual([[], [1]]);
    expect(isSequentiallyConsistent(trace)).toBe(true);
  });

  it('has the same key as another exactly if they relate the same events in the same way', () => {
    const choices = fc.array(fc.nat(59), { minLength: 1, maxLength: 20 });
    let equal = 0;
    const agrees = (
      source: InstructionProgram,
      one: ModelName,
      other: ModelName,
      pair: readonly (readonly number[])[],
    ): void => {
      const { states } = recordingMachine(source, 'sc');
      const [first, second] = [one, other].map((model, i) => {
        const machine = recordingMachine(states, model);
        walk(machine, pair[i]!);
        return traceOf(states, machine.recorder!);
      });
      expect(first!.key === second!.key).toBe(relations(first!) === relations(second!));
      if (first!.key === second!.key) equal++;
    };
    const anyModel = fc.constantFrom<ModelName>('sc', 'tso', 'pso', 'pslo');
    const program2 = randomProgram({ threads: 2, operations: 6 });
    fc.assert(fc.property(program2, anyModel, anyModel, fc.tuple(choices, choices), agrees), {
      numRuns: 1000,
      seed: 1,
    });
    expect(equal).toBeGreaterThan(100);
    expect(equal).toBeLessThan(900);
  });
});

/** Events, reads-from and coherence of a trace, written out from scratch. */
function relations({ events, coherence, states }: Trace): string {
  const name = (event: number | undefined): string => {
    if (event === undefined) return 'nothing';
    if (event < 0) return 'initial';
    return `${states.threads.handles[events[event]!.thread]!}.${events[event]!.position}`;
  };
  const reads = events.map(({ source }, i) => `${name(i)} reads ${name(source)}`);
  const orders = coherence
    .map((row, location) => `${states.locations.addresses[location]!}: ${row.map(name).join(' ')}`)
    .filter((line) => !line.endsWith(': '));
  return [...reads, ...orders].sort().join('\n');
}

describe('happens-before', () => {
  it('of store buffering is a cycle whose edges have names', () => {
    const trace = traceAfter(storeBuffering, 'tso', 'fp1:1x2.2x2.1c.2c');
    expect(isSequentiallyConsistent(trace)).toBe(false);
    const edges = findCycle(trace)!.map((edge) => describeEdge(trace, edge));
    expect(new Set(edges)).toEqual(
      new Set([
        'left#0 store -program order-> left#1 load',
        'left#1 load -from-read-> right#0 store',
        'right#0 store -program order-> right#1 load',
        'right#1 load -from-read-> left#0 store',
      ]),
    );
    expect(edges).toHaveLength(4);
  });

  it('has a shortest cycle even if a longer one comes first', () => {
    const ring = program('rings of three and of two', (p) => {
      for (const size of [3, 2]) {
        const variables = p.array(`ring of ${size}`, size);
        variables.forEach((own, i) => {
          p.thread(`${size}.${i}`, function* () {
            yield store(own, 1);
            yield load(variables[(i + 1) % size]!);
          });
        });
      }
    });
    const trace = traceAfter(ring, 'tso', 'fp1:1x2.2x2.3x2.4x2.5x2.1c.2c.3c.4c.5c');
    expect(findCycle(trace)).toHaveLength(4);
    expect(shortestCycle(trace)).toBe(4);
  });

  it('has an edge for every way in which one event comes before another', () => {
    const source = program('edges', (p) => {
      const x = p.variable('x');
      p.thread('parent', function* () {
        const child = yield spawn(function* () {
          yield store(x, 1);
          yield fence();
        }, 'child');
        yield load(x);
        yield fetchAdd(x, 1);
        yield join(child);
      });
    });
    const trace = traceAfter(source, 'sc', 'fp1:1x2.1-1x2.1x2');
    expect(
      happensBefore(trace)
        .map((edge) => describeEdge(trace, edge))
        .sort(),
    ).toEqual([
      'child#0 store -coherence-> parent#2 rmw',
      'child#0 store -program order-> child#1 fence',
      'child#0 store -reads-from-> parent#2 rmw',
      'child#1 fence -join-> parent#3 join',
      'parent#0 spawn -program order-> parent#1 load',
      'parent#0 spawn -spawn-> child#0 store',
      'parent#1 load -from-read-> child#0 store',
      'parent#1 load -program order-> parent#2 rmw',
      'parent#2 rmw -program order-> parent#3 join',
    ]);
  });

  it('has a shortest cycle where it is not sequentially consistent, and none where it is', () => {
    const choices = fc.array(fc.nat(2), { minLength: 1, maxLength: 20 });
    const cyclic = { yes: 0, no: 0 };
    fc.assert(
      fc.property(
        randomProgram({ threads: 2, operations: 10 }),
        fc.constantFrom<ModelName>('pso', 'pslo'),
        choices,
        (source, model, numbers) => {
          const machine = recordingMachine(source, model);
          walk(machine, numbers);
          const trace = traceOf(machine.states, machine.recorder!);
          const cycle = findCycle(trace);
          expect(cycle === undefined).toBe(isSequentiallyConsistent(trace));
          cyclic[cycle === undefined ? 'no' : 'yes']++;
          if (cycle === undefined) return;
          cycle.forEach((edge, i) => expect(edge.to).toBe(cycle[(i + 1) % cycle.length]!.from));
          expect(happensBefore(trace)).toEqual(expect.arrayContaining([...cycle]));
          expect(cycle).toHaveLength(shortestCycle(trace));
        },
      ),
      { numRuns: 1500, seed: 1 },
    );
    expect(cyclic.yes).toBeGreaterThan(10);
    expect(cyclic.no).toBeGreaterThan(1000);
  });
});

/** By all distances (Floyd and Warshall): not how `findCycle` does it. */
function shortestCycle(trace: Trace): number {
  const n = trace.events.length;
  const distance = Array.from({ length: n }, () => new Array<number>(n).fill(Infinity));
  for (const { from, to } of happensBefore(trace)) distance[from]![to] = 1;
  for (let via = 0; via < n; via++) {
    for (let from = 0; from < n; from++) {
      for (let to = 0; to < n; to++) {
        distance[from]![to] = Math.min(distance[from]![to]!, distance[from]![via]! + distance[via]![to]!);
      }
    }
  }
  return Math.min(...distance.map((row, i) => row[i]!));
}

describe('a random execution', () => {
  it('has a join only after the end of the thread, and a child only after its spawn', () => {
    const choices = fc.array(fc.nat(59), { minLength: 1, maxLength: 20 });
    let seen = 0;
    fc.assert(
      fc.property(randomProgram({ threads: 3, operations: 10 }), choices, (source, numbers) => {
        const machine = recordingMachine(source, 'sc');
        walk(machine, numbers);
        const trace = traceOf(machine.states, machine.recorder!);
        trace.events.forEach(({ state }) => {
          const kind = trace.states.kind[state];
          if (kind !== SPAWN && kind !== JOIN) return;
          const other = trace.states.operand[state]!;
          expect(trace.last.has(other)).toBe(true);
          if (kind === JOIN) expect(trace.states.isTerminal(trace.last.get(other)!)).toBe(true);
          seen++;
        });
      }),
      { numRuns: 300, seed: 1 },
    );
    expect(seen).toBeGreaterThan(5);
  });
});
