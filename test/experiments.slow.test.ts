import { LocalStates } from '@fencepost/core';
import { exploreBounded } from '@fencepost/explore';
import { bakery, figure1b, takeQueue } from '@fencepost/testing';
import { describe, expect, it } from 'vitest';
import { BorderlineCount } from '../benchmarks/experiments/borderline-count.js';

// The quick part of `npm run bench -- sober`.

/** Interleavings with at most this many preemptions, and how many of them are borderline. */
function counted(source: ConstructorParameters<typeof LocalStates>[0], mostPreemptions: number): [number, number] {
  const states = new LocalStates(source);
  const borderline = new BorderlineCount(states, 'sober');
  const { executions } = exploreBounded(states, {
    ...{ mostPreemptions, reduction: false },
    observe: () => borderline.observer(),
    onExecution: () => borderline.examine(),
  });
  return [executions, borderline.count];
}

describe('Fig. 4(a) of SOBER', () => {
  it('has borderline interleavings without fences', () => {
    expect(counted(figure1b(false), Infinity)).toEqual([6, 2]);
    expect(counted(bakery(3, false), 1)).toEqual([54, 48]);
    expect(counted(takeQueue(3, false), 2)).toEqual([260, 242]);
  });

  it('has none with fences', () => {
    expect(counted(figure1b(true), Infinity)).toEqual([20, 0]);
    expect(counted(bakery(3, true), 1)).toEqual([84, 0]);
    expect(counted(takeQueue(3, true), 2)).toEqual([442, 0]);
  });
});
