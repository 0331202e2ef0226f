import { fetchAdd, load, store, transform } from '@fencepost/core';
import { describe, expect, test } from 'vitest';
import type { Waiter, WaiterList } from '../../src/synchronisation/waiters.js';
import { enterStep, joinStep, lists, notifyStep, timeOutStep } from '../../src/synchronisation/waiters.js';
import { Context } from '../../src/world/context/context.js';
import { Sites } from '../../src/world/context/sites.js';
import type { Step } from '../../src/runtime/steps.js';
import { leavesNoTrace, readsOf } from '../../src/runtime/traces.js';

const context = new Context(new Sites());
const FLAG = 64;
const LIST = context.place('waiters', FLAG);
const OTHER_LIST = context.place('waiters', FLAG + 4);

const me: Waiter = { who: 1, ticket: 0 };
const promise = (ticket: number): Waiter => ({ who: 1, ticket });
const other: Waiter = { who: 2, ticket: 0 };

function step(operation: Step['operation'], result: number): Step {
  return { operation, result, printed: '' };
}

function visit(transition: ReturnType<typeof enterStep>, found: Partial<WaiterList>, list = LIST): Step {
  return step(transform(list, transition), lists.encode({ holder: 0, waiters: [], notified: [], ...found }));
}

const reads = step(load(FLAG, 'seq_cst'), 0);
const enters = visit(enterStep('wait', me), {});
const joins = visit(joinStep('wait', me), { holder: 1 });
const timesOut = (found: Partial<WaiterList>): Step => visit(timeOutStep('wait', me), found);

describe('a round leaves no trace', () => {
  const ROUNDS: Readonly<Record<string, readonly Step[]>> = {
    'if it waited in vain': [enters, reads, joins, timesOut({ waiters: [me] })],
    'if others came and went meanwhile': [
      visit(enterStep('wait', me), { waiters: [other] }),
      visit(joinStep('wait', me), { holder: 1, waiters: [other] }),
      timesOut({ waiters: [me, other], notified: [3] }),
    ],
    'if it ends and begins while a promise waits': [
      visit(timeOutStep('waitAsync', promise(1)), { waiters: [promise(1), other] }),
      visit(enterStep('waitAsync', promise(1)), { waiters: [other] }),
      visit(joinStep('waitAsync', promise(1)), { holder: 1, waiters: [other] }),
    ],
    'if it notified where no thread waited': [
      enters,
      joins,
      timesOut({ waiters: [me] }),
      visit(notifyStep(1), {}, OTHER_LIST),
    ],
  };

  test.each(Object.entries(ROUNDS))('%s', (_, round) => {
    expect(leavesNoTrace(context, 1, round)).toBe(true);
  });
});

describe('a round leaves a trace', () => {
  const ROUNDS: Readonly<Record<string, readonly Step[]>> = {
    'if it was woken': [enters, joins, timesOut({ notified: [1] })],
    'if it still waits': [enters, joins],
    'if it wrote': [enters, joins, timesOut({ waiters: [me] }), step(store(FLAG, 1), 0)],
    'if it added': [step(fetchAdd(FLAG, 1), 0), enters, joins, timesOut({ waiters: [me] })],
    'if it woke a thread': [enters, joins, timesOut({ waiters: [me] }), visit(notifyStep(1), { waiters: [other] })],
    'if it waits somewhere at any moment, so that its turn may be later now': [
      visit(enterStep('waitAsync', promise(2)), { waiters: [promise(1), other] }),
      visit(joinStep('waitAsync', promise(2)), { holder: 1, waiters: [promise(1), other] }),
      visit(timeOutStep('waitAsync', promise(1)), { waiters: [promise(1), other, promise(2)] }),
      visit(joinStep('waitAsync', promise(1)), { waiters: [other, promise(2)] }),
      visit(timeOutStep('waitAsync', promise(2)), { waiters: [other, promise(2), promise(1)] }),
    ],
  };

  test.each(Object.entries(ROUNDS))('%s', (_, round) => {
    expect(leavesNoTrace(context, 1, round)).toBe(false);
  });
});

test('each load counts once as a read, and so do atomics that changed nothing', () => {
  const looks = visit(notifyStep(1), {}, OTHER_LIST);
  const newer = step(load(FLAG, 'seq_cst'), 5);
  expect(readsOf([reads, enters, reads, joins, looks, newer, looks])).toEqual([reads, looks, newer, looks]);
});
