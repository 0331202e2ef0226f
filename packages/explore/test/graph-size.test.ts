import type { Program } from '@fencepost/core';
import { LocalStates, fetchAdd, join, load, program, spawn, store } from '@fencepost/core';
import { describe, expect, it } from 'vitest';
import { COUNTED_MODELS } from '@fencepost/testing';
import { exploreGraphs } from '../src/index.js';
import { GraphExplorer } from '../src/graph/search/explorer.js';

function executions(source: Program): readonly number[] {
  return COUNTED_MODELS.map((model) => exploreGraphs(new LocalStates(source), { model }).executions);
}

/** Threads that are busy on their own before `racing` of them meet at one counter. */
function busy(threads: number, operations: number, racing: number): Program {
  return program('busy', (p) => {
    const counter = p.variable('counter');
    for (let i = 0; i < threads; i++) {
      const own = p.array(`own${i}`, 3);
      p.thread(`t${i}`, function* () {
        for (let k = 0; k < operations; k += 2) {
          yield store(own[k % 3]!, k);
          yield load(own[k % 3]!);
        }
        if (i < racing) yield fetchAdd(counter, 1);
      });
    }
  });
}

describe('size', () => {
  it('of rows is that of the events, as each revisit copies them', () => {
    for (const [operations, width] of [
      [32, 1],
      [80, 3],
      [150, 5],
    ] as const) {
      const explorer = new GraphExplorer(new LocalStates(busy(1, operations, 0)), 'tso');
      expect(explorer.nextGraph(true)).toBe(true);
      expect([operations, explorer.graph.width]).toEqual([operations, width]);
    }
  });

  it('more than 32 threads', () => {
    expect(executions(busy(70, 2, 3))).toEqual([6, 6, 6]);
  });

  it('thousands of events', { timeout: 60_000 }, () => {
    expect(executions(busy(4, 600, 3))).toEqual([6, 6, 6]);
  });

  it('graphs that grow while images of smaller ones are kept', () => {
    // The reader's value decides how many locations and threads there are.
    const growing = program('growing', (p) => {
      const x = p.variable('x');
      const table = p.array('table', 200);
      p.thread('reader', function* () {
        const n = yield load(x);
        const children: number[] = [];
        for (let i = 0; i < 20 * n; i++) {
          yield store(table[10 * n + i]!, i);
          if (i % 10 === 0) {
            const child = yield spawn(function* () {
              yield fetchAdd(table[0]!, n);
            });
            children.push(child);
          }
        }
        for (const child of children) yield join(child);
      });
      for (const value of [1, 2]) {
        p.thread(`writer ${value}`, function* () {
          yield store(x, value);
        });
      }
    });
    // Two orders of the writers; the reader sees 0 (no child), 1 (two children) or 2 (four children).
    expect(executions(growing)).toEqual([2 * (1 + 2 + 24), 2 * (1 + 2 + 24), 2 * (1 + 2 + 24)]);
  });
});
