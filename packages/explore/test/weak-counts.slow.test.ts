import type { MemoryOrder, Program } from '@fencepost/core';
import { LocalStates, assert, load, program, store } from '@fencepost/core';
import { fibonacci, increments, indexer, lastZero, readers, storeBuffering } from '@fencepost/testing';
import { describe, expect, it } from 'vitest';
import { exploreGraphs } from '../src/index.js';

function messagePassing(write: MemoryOrder, read: MemoryOrder): Program {
  return program(`mp, ${write} and ${read}`, (p) => {
    const [data, flag] = [p.variable('data'), p.variable('flag')];
    p.thread('producer', function* () {
      yield store(data, 42, 'relaxed');
      yield store(flag, 1, write);
    });
    p.thread('consumer', function* () {
      if ((yield load(flag, read)) === 1) assert((yield load(data, 'relaxed')) === 42);
    });
  });
}

function independentReads(write: MemoryOrder, read: MemoryOrder): Program {
  return program(`iriw, ${write} and ${read}`, (p) => {
    const [x, y] = [p.variable('x'), p.variable('y')];
    for (const place of [x, y]) {
      p.thread(`writer of ${place.name}`, function* () {
        yield store(place, 1, write);
      });
    }
    for (const [first, second] of [[x, y] as const, [y, x] as const]) {
      p.thread(`reader of ${first.name}`, function* () {
        yield load(first, read);
        yield load(second, read);
      });
    }
  });
}

function loadBuffering(): Program {
  return program('lb', (p) => {
    const [x, y] = [p.variable('x'), p.variable('y')];
    for (const [from, to] of [[x, y] as const, [y, x] as const]) {
      p.thread(`to ${to.name}`, function* () {
        yield load(from);
        yield store(to, 1);
      });
    }
  });
}

/** GenMC 0.11 under RC11 has these. ARMv8 has as many, where communication does not differ. */
const COUNTS: readonly (readonly [Program, rc11: number, arm64: number])[] = [
  [storeBuffering(13), 8192, 8192],
  [readers(16), 65_536, 65_536],
  [lastZero(5), 96, 96],
  [lastZero(8), 1152, 1152],
  [lastZero(10), 5632, 5632],
  [lastZero(12), 26_624, 26_624],
  [fibonacci(5), 19_404, 19_404],
  [indexer(14), 512, 512],
  [increments(8), 40_320, 40_320],
  [independentReads('relaxed', 'relaxed'), 16, 16],
  // ARMv8 is multi-copy atomic: the readers agree on which store came first.
  [independentReads('release', 'acquire'), 16, 15],
  [independentReads('seq_cst', 'seq_cst'), 15, 15],
  [loadBuffering(), 3, 3],
];

describe('under models of relaxed atomics, the graph explorer counts as others do', () => {
  it.each(COUNTS)('$name', { timeout: 120_000 }, (source, rc11, arm64) => {
    for (const [model, executions] of [['rc11', rc11] as const, ['arm64', arm64] as const]) {
      const found = exploreGraphs(new LocalStates(source), { model });
      expect(found).toMatchObject({ executions, blocked: 0, failures: [] });
    }
  });

  it.each([
    ['relaxed', 'relaxed', 1],
    ['release', 'relaxed', 1],
    ['relaxed', 'acquire', 1],
    ['release', 'acquire', 0],
  ] as const)('messages need release and acquire: %s and %s', (write, read, failures) => {
    const found = exploreGraphs(new LocalStates(messagePassing(write, read)), { model: 'rc11' });
    expect(found.failures).toHaveLength(failures);
  });
});
