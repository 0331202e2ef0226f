import { LocalStates } from '@fencepost/core';
import { describe, expect, it } from 'vitest';
import { PAPER_PROGRAMS, dekker, figure1b, idling, takeQueue } from '@fencepost/testing';
import { exploreGraphs, exploreMonitored } from '../src/index.js';

const MODELS = ['tso', 'pso'] as const;

describe.each(PAPER_PROGRAMS)('$name', { timeout: 60_000 }, ({ make }) => {
  it('violates SC, which the first execution shows', () => {
    for (const preemptions of [undefined, 0]) {
      const { violations } = exploreMonitored(new LocalStates(make(false)), {
        models: MODELS,
        ...(preemptions !== undefined && { preemptions }),
      });
      for (const model of MODELS) expect(violations.find((each) => each.model === model)?.after).toBe(1);
    }
  });

  it('is robust with a fence after every store, which a complete search under SC shows', () => {
    const states = new LocalStates(make(true));
    const { complete, violations, sc } = exploreMonitored(states, { models: MODELS });
    expect(complete).toBe(true);
    expect(violations).toEqual([]);
    expect(sc.failures).toEqual([]);
    for (const model of MODELS) {
      const { nonSequential, executions, failures } = exploreGraphs(states, { model });
      expect({ nonSequential, executions, failures }).toEqual({
        nonSequential: 0,
        executions: sc.executions,
        failures: [],
      });
    }
  });
});

describe('failures without fences, under TSO', () => {
  it.each([
    [figure1b(false), undefined],
    [dekker(1, false), 'two threads in the critical section'],
    [idling(false), 'consumer waits for pulse == 1 at consumer#4'],
    [takeQueue(2, false), 'an item was taken twice'],
  ])('$name', (source, message) => {
    const states = new LocalStates(source);
    expect(exploreGraphs(states, { model: 'sc' }).failures).toEqual([]);
    const { failures, nonSequential } = exploreGraphs(states, { model: 'tso' });
    expect(nonSequential).toBeGreaterThan(0);
    expect(failures[0]?.message).toBe(message);
  });
});
