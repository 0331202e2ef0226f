import { expect, test } from 'vitest';
import { OrderDecision, RealTimeDecision } from '../src/index.js';
import { isExplainedInOrder, isExplainedInRealTime } from './brute-force.js';
import { randomHistory, specificationOf } from './random-histories.js';

test('an order that explains the results is found if there is one', () => {
  const counts = [0, 0];
  for (let seed = 1; seed <= 2000; seed++) {
    const history = randomHistory(seed, 5);
    const found = new OrderDecision(specificationOf(history.structure)).decide(history, history.order) !== undefined;
    expect({ seed, found }).toEqual({ seed, found: isExplainedInOrder(history) });
    counts[found ? 1 : 0]!++;
  }
  expect(Math.min(...counts)).toBeGreaterThan(200);
});

test('an interleaving that nothing explains is found if there is one', () => {
  const counts = [0, 0];
  for (let seed = 1; seed <= 2000; seed++) {
    const history = randomHistory(seed, 4);
    const fine = new RealTimeDecision(specificationOf(history.structure)).refute(history, history.order) === undefined;
    expect({ seed, fine }).toEqual({ seed, fine: isExplainedInRealTime(history) });
    counts[fine ? 1 : 0]!++;
  }
  expect(Math.min(...counts)).toBeGreaterThan(200);
});
