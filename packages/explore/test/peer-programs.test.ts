import type { Program } from '@fencepost/core';
import { LocalStates } from '@fencepost/core';
import { describe, expect, it } from 'vitest';
import * as peers from '../bench/peer-programs.js';
import { exploreAll, failuresOf } from '../src/index.js';

/** Traces under SC, TSO and PSO by the oracle; none of these programs fails. */
function oracleCounts(source: Program): readonly number[] {
  return (['sc', 'tso', 'pso'] as const).map((model) => {
    const found = exploreAll(new LocalStates(source), { model });
    expect(failuresOf(found)).toEqual([]);
    return found.executions;
  });
}

const t0 = performance.now();
const timed = (name: string, p: Program): void => {
  const t = performance.now();
  const c = oracleCounts(p);
  console.log(name, c, (performance.now() - t).toFixed(0), 'ms');
};
describe('x', () => {
  it('x', () => {
    timed('sb2', peers.storeBuffering(2));
    timed('sb3', peers.storeBuffering(3));
    timed('sb4', peers.storeBuffering(4));
    timed('sb5', peers.storeBuffering(5));
    timed('sb3sc', peers.storeBuffering(3, 'seq_cst'));
    timed('mp', peers.messagePassing());
    timed('readers3', peers.readers(3));
    timed('readers5', peers.readers(5));
    timed('inc5', peers.increments(5));
    timed('lastzero3', peers.lastZero(3));
    timed('lastzero4', peers.lastZero(4));
    timed('fib2', peers.fibonacci(2));
    timed('fib3', peers.fibonacci(3));
    timed('fib31', peers.fibonacci(1, 'third thread'));
    timed('fib32', peers.fibonacci(2, 'third thread'));
    timed('idx2', peers.indexer(2));
    timed('fs2', peers.fileSystem(2));
    for (const [n, k] of [[2,1],[2,2],[2,3],[3,1]] as const) {
      timed('ticket' + n + k, peers.ticketLock(n, k));
      timed('clh' + n + k, peers.clhLock(n, k));
    }
  }, 100000);
});
