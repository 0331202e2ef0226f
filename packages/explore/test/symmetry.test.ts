import type { InstructionProgram, ModelName, Program } from '@fencepost/core';
import {
  LocalStates,
  Symmetry,
  assert,
  withRestarts,
  fetchAdd,
  fromInstructions,
  load,
  program,
  store,
} from '@fencepost/core';
import { SYMMETRIC_PROGRAMS, compareWithOrbits, exploreSymmetric, symmetricProgram } from '@fencepost/testing';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Frontier } from '../src/index.js';
import { Tally, exploreGraphs } from '../src/index.js';

/** `npm run campaign -- symmetry` compares as many as you like. */
const PROGRAMS = 15;

function counts(symmetric: Program, model: ModelName = 'sc', symmetry = new Symmetry()): readonly [number, number] {
  const { total, executions } = exploreSymmetric(symmetric, model, symmetry);
  return [total, executions];
}

function incrementing(threads: number): Program {
  return program('inc', (p) => {
    const x = p.variable('x');
    for (let i = 0; i < threads; i++) {
      p.thread(`inc ${i}`, function* () {
        yield fetchAdd(x, 1);
      });
    }
    p.after((final) => assert(final.read(x) === threads));
  });
}

/** Each thread stores its number, if it comes to that. */
function numbered(threads: number): Program {
  return program('numbered', (p) => {
    const [x, y] = [p.variable('x'), p.variable('y')];
    for (let i = 0; i < threads; i++) {
      p.thread(`t${i}`, function* () {
        if ((yield fetchAdd(x, 1)) === 0) yield store(y, i);
      });
    }
    p.after((final) => assert(final.read(y) === 0, 'the first thread did not come first'));
  });
}

/** What one of the two reads may come after what the other has done, without being younger than what that has read. */
const ENTANGLED: InstructionProgram = {
  name: 'entangled',
  threads: [
    ...[0, 1].map((i) => ({
      name: `t${i}`,
      instructions: [
        { op: 'load', to: 0, address: 0, order: 'relaxed' },
        { op: 'store', address: 1, value: 1, order: 'relaxed' },
      ] as const,
    })),
    { name: 'writer', instructions: [{ op: 'store', address: 0, value: 1, order: 'relaxed' }] },
    {
      name: 'other',
      instructions: [
        { op: 'load', to: 0, address: 1, order: 'relaxed' },
        { op: 'store', address: 0, value: 2, order: 'relaxed' },
      ],
    },
  ],
};

/** Threads started one after the other; the first is joined before anything else happens, or all are. */
function started(joined: 'all' | 'first'): InstructionProgram {
  const child = [
    { op: 'rmw', fn: 'add', to: 0, address: 0, value: 1 },
    { op: 'skip', left: { register: 0 }, compare: '!=', right: 0, count: 1 },
    { op: 'load', to: 1, address: 1, until: { compare: '==', value: 1 } },
  ] as const;
  const first = { op: 'join', thread: { register: 0 } } as const;
  const second = { op: 'join', thread: { register: 1 } } as const;
  const rest = { op: 'store', address: 1, value: 1 } as const;
  const spawns = [0, 1].map((to) => ({ op: 'spawn', to, body: child }) as const);
  const after = joined === 'all' ? [rest, first, second] : [first, rest, second];
  return { name: 'started', threads: [{ name: 'main', instructions: [...spawns, ...after] }] };
}

describe('executions up to symmetry', { timeout: 120_000 }, () => {
  it('are those of the full search, for random programs under every model', () => {
    for (const size of SYMMETRIC_PROGRAMS) {
      const agrees = fc.property(symmetricProgram(size), (source) => {
        expect(compareWithOrbits(source).disagreements).toEqual([]);
      });
      fc.assert(agrees, { numRuns: PROGRAMS, seed: 1 });
    }
  });

  it('are counted with those they stand for', () => {
    for (const model of ['sc', 'tso', 'pso', 'rc11', 'arm64'])
      expect(counts(incrementing(8), model)).toEqual([40_320, 1]);
    const reading = program('readers', (p) => {
      const x = p.variable('x');
      p.thread('writer', function* () {
        yield store(x, 1);
      });
      for (let i = 0; i < 16; i++) {
        p.thread(`reader ${i}`, function* () {
          yield load(x);
        });
      }
    });
    expect(counts(reading)).toEqual([65_536, 17]);
  });

  it('are all executions where threads turn out to differ', () => {
    const found = exploreSymmetric(numbered(3), 'sc');
    expect([found.total, found.executions]).toEqual([6, 6]);
    expect(found.failures).toMatchObject([{ executions: 4 }]);
  });

  it('are all executions if each thread is observed', () => {
    const looked = program('looked', (p) => {
      const x = p.variable('x');
      for (const name of ['left', 'right']) {
        p.thread(name, function* () {
          return yield fetchAdd(x, 1);
        });
      }
      p.after((final) => assert(final.outcome(0) === 0, 'right came first'));
    });
    const found = exploreSymmetric(looked, 'sc');
    expect(found.failures).toMatchObject([{ executions: 1 }]);
    expect(found.executions).toBe(2);
  });

  it('are all executions where no order of the threads can be built', () => {
    const symmetry = new Symmetry();
    for (const model of ['sc', 'tso', 'pso']) exploreSymmetric(fromInstructions(ENTANGLED), model, symmetry);
    expect(symmetry.toJSON()).toEqual({ classes: [], refused: [], off: false });
    for (const model of ['rc11', 'arm64']) exploreSymmetric(fromInstructions(ENTANGLED), model, symmetry);
    expect(symmetry.toJSON().refused).toEqual(['rc11', 'arm64']);
    expect(compareWithOrbits(ENTANGLED).disagreements).toEqual([]);
  });

  it('are all executions if threads that are alike are not joined at once', () => {
    expect(counts(fromInstructions(started('all')))).toEqual([2, 1]);
    const found = exploreSymmetric(fromInstructions(started('first')), 'sc');
    expect(found).toMatchObject({ total: 2, executions: 2, deadlocks: 1 });
    expect(compareWithOrbits(started('first')).disagreements).toEqual([]);
  });

  it('need the list of threads once', () => {
    const listed = incrementing(6);
    let reads = 0;
    const counted = {
      ...listed,
      get threads() {
        reads++;
        return listed.threads;
      },
    };
    expect(counts(counted, 'rc11')).toEqual([720, 1]);
    expect(reads).toBe(1);
  });

  it('are the same if they are explored in pieces', () => {
    const whole = (source: InstructionProgram): string => JSON.stringify(inPieces(source, Infinity));
    const pieces = fc.property(
      symmetricProgram(SYMMETRIC_PROGRAMS[0]!),
      fc.integer({ min: 1, max: 5 }),
      (source, n) => {
        fc.pre(
          exploreGraphs(new LocalStates(fromInstructions(source)), { model: 'sc', budget: 200 }).rest.length === 0,
        );
        expect(JSON.stringify(inPieces(source, n))).toBe(whole(source));
      },
    );
    fc.assert(pieces, { numRuns: 40, seed: 1 });
  });
});

/** Each piece begins with a job as JSON, and new states. */
function inPieces(source: InstructionProgram, budget: number): Tally {
  const symmetry = new Symmetry();
  return withRestarts(() => {
    const tally = new Tally();
    let from: Frontier | undefined;
    do {
      const states = new LocalStates(fromInstructions(source));
      states.symmetry = symmetry;
      const piece = exploreGraphs(states, { model: 'rc11', budget, ...(from && { from }) });
      tally.merge(piece);
      from = JSON.parse(JSON.stringify(piece.rest)) as Frontier;
    } while (from.length > 0);
    return tally;
  });
}
