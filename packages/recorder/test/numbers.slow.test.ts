import { ORDERS } from '@fencepost/core';
import { expect, it } from 'vitest';
import * as steps from '../../javascript/src/record/steps.js';
import * as layout from '../../recording/src/format/layout.js';

// The part that runs in recorded processes loads none of our other packages.

it('recorded Node programs number kinds and orders as recordings do', () => {
  const { LOAD, STORE, UPDATE, SWAP, FAILED_SWAP, OBJECT, SPAWN, JOIN } = steps;
  expect({ LOAD, STORE, UPDATE, SWAP, FAILED_SWAP, OBJECT, SPAWN, JOIN }).toEqual({
    LOAD: layout.LOAD_EVENT,
    STORE: layout.STORE_EVENT,
    UPDATE: layout.UPDATE_EVENT,
    SWAP: layout.SWAP_EVENT,
    FAILED_SWAP: layout.FAILED_SWAP_EVENT,
    OBJECT: layout.OBJECT_EVENT,
    SPAWN: layout.SPAWN_EVENT,
    JOIN: layout.JOIN_EVENT,
  });
  const { PLAIN, ACQUIRE, RELEASE, ACQ_REL, SEQ_CST } = steps;
  const named = ['plain', 'acquire', 'release', 'acq_rel', 'seq_cst'] as const;
  expect([PLAIN, ACQUIRE, RELEASE, ACQ_REL, SEQ_CST]).toEqual(named.map((order) => ORDERS.indexOf(order)));
});
