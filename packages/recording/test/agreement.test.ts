import type { ModelName, Program } from '@fencepost/core';
import { LocalStates, isSequentiallyConsistent } from '@fencepost/core';
import { exploreGraphs, exploreMonitored, exploreSource } from '@fencepost/explore';
import {
  bakery,
  clhLock,
  dekker,
  dekkerOfLines,
  fencedFigure1,
  fibonacci,
  figure1,
  figure13,
  figure1b,
  figure2,
  idling,
  increments,
  indexer,
  lastZero,
  messagePassing,
  readers,
  relaxedRing,
  runOf,
  storeBuffering,
  takeQueue,
  ticketLock,
  twoLockQueue,
} from '@fencepost/testing';
import { describe, expect, it } from 'vitest';
import { EventMonitor } from '../src/index.js';

const MODELS: readonly ModelName[] = ['tso', 'pso'];
const PROGRAMS: readonly Program[] = [
  figure1b(false),
  figure1b(true),
  dekker(1, false),
  dekker(1, true),
  bakery(1, false),
  bakery(1, true),
  idling(false),
  idling(true),
  takeQueue(2, false),
  takeQueue(2, true),
  storeBuffering(3),
  storeBuffering(3, 'seq_cst'),
  relaxedRing(3),
  messagePassing(),
  readers(3),
  increments(3),
  lastZero(3),
  fibonacci(2),
  indexer(2),
  ticketLock(2, 1),
  clhLock(2, 1),
  figure1(),
  fencedFigure1(),
  figure2(),
  figure13(3),
  dekkerOfLines(1),
  twoLockQueue(),
];

/** Those whose executions under ARMv8 are few. */
const SMALL = PROGRAMS.filter(({ name }) => name !== 'ms2');

/** The pairs of labels that are found in recordings of all SC executions. */
function recorded(states: LocalStates, models: readonly ModelName[]): Map<ModelName, Set<string>> {
  const order: number[] = [];
  const found = new Map(models.map((model) => [model, new Set<string>()]));
  const observe = () => ({
    step: (t: number) => {
      order.push(t);
    },
    undo: () => {
      order.pop();
    },
    waits: () => undefined,
    settle: () => undefined,
  });
  const onExecution = (): void => {
    const run = runOf(states, order);
    const monitor = new EventMonitor(models, run);
    run.feed(monitor);
    for (const { model, site, writeSite } of monitor.departures) found.get(model)!.add(`${site} before ${writeSite}`);
  };
  exploreSource(states, { model: 'sc', observe, onExecution });
  return found;
}

describe('recordings of all SC executions', () => {
  it.each(PROGRAMS.map((program) => [program.name, program] as const))('%s', { timeout: 120_000 }, (_, program) => {
    const states = new LocalStates(program);
    const found = recorded(states, MODELS);
    const { violations } = exploreMonitored(states, { models: MODELS });
    for (const model of MODELS) {
      const own = violations.filter((each) => each.model === model);
      const pairs = own.map(({ label, writeLabel }) => `${label} before ${writeLabel}`);
      // A recording does not know that a load waits for a value: it may show what a loop would read in between.
      expect([...found.get(model)!], model).toEqual(expect.arrayContaining(pairs));
      expect(found.get(model)!.size > 0, model).toBe(pairs.length > 0);
    }
  });

  it.each(SMALL.map((program) => [program.name, program] as const))(
    '%s under ARMv8: a departure is found exactly if a search finds one',
    { timeout: 120_000 },
    (_, program) => {
      const states = new LocalStates(program);
      let departures = 0;
      exploreGraphs(states, {
        model: 'arm64',
        onExecution: (execution) => {
          if (!isSequentiallyConsistent(execution.trace())) departures++;
        },
      });
      expect(recorded(states, ['arm64']).get('arm64')!.size > 0).toBe(departures > 0);
    },
  );
});
