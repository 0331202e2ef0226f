import type { Program } from '@fencepost/core';
import { LocalStates, fetchAdd, join, load, program, spawn, store, traceOf, until } from '@fencepost/core';
import { describe, expect, it } from 'vitest';
import { COUNTED_MODELS } from '@fencepost/testing';
import { exploreGraphs, racesOf } from '../src/index.js';
import { GraphExplorer } from '../src/graph/search/explorer.js';
import { NOTICED } from '../src/graph/state/graph.js';
import { recordedFrom } from '../src/graph/state/recorded.js';

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

/** Returns the CPU seconds of some work. */
function secondsOf(work: () => void): number {
  const started = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1e6;
}

/** Two threads that hand plain data to each other, in turns. */
function turns(count: number): Program {
  return program('turns', (p) => {
    const [turn, data] = [p.variable('turn'), p.variable('data')];
    for (const [own, name] of ['first', 'second'].entries()) {
      p.thread(name, function* () {
        for (let i = own; i < 2 * count; i += 2) {
          yield until(turn, '==', i, 'acquire');
          yield store(data, (yield load(data, 'plain')) + 1, 'plain');
          yield store(turn, i + 1, 'release');
        }
      });
    }
  });
}

// Each of these was quadratic, and took 3 to 30 times as long.
describe('in an execution of 8,000 events', () => {
  const states = new LocalStates(turns(1000));
  const explorer = new GraphExplorer(states, 'rc11');
  it('looking for cycles takes linear time', { timeout: 60_000 }, () => {
    expect(explorer.nextGraph(true)).toBe(true);
    expect(secondsOf(() => explorer.builder.sequential!.recheck())).toBeLessThan(0.5);
  });

  it('races are found without comparing all accesses', { timeout: 60_000 }, () => {
    expect(explorer.graph.head[NOTICED]).toBe(0);
    const trace = traceOf(states, recordedFrom(explorer.graph));
    racesOf(trace);
    expect(secondsOf(() => expect(racesOf(trace)).toEqual([]))).toBeLessThan(0.5);
  });
});
