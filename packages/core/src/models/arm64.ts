import type { MemoryOrder } from '../operations/orders.js';
import { FENCE, JOIN, LOAD, SPAWN, STORE } from '../operations/operation.js';
import { acquires, releases } from '../operations/orders.js';
import {
  AFTER_BOTH,
  AFTER_FORWARDING_ATOMIC,
  AFTER_OWN_ACCESSES,
  AFTER_OWN_LOCATION,
  AFTER_OWN_READS,
  AFTER_OWN_RELEASES,
  AFTER_READ_BASE,
  BECOMES_READ_BASE,
  RELEASES,
} from './preserved-order.js';
import type { MemoryModel } from './model.js';

/**
 * Returns the ordered-before relation within a thread, as compilers translate C and JavaScript (Arm's C/C++ Atomics
 * ABI; V8): an acquire load is LDAPR, a seq_cst load LDAR, a release or seq_cst store STLR, an acquire fence DMB ISHLD,
 * other fences DMB ISH. An atomic may be an LSE instruction or a loop of exclusives, of which the latter orders less.
 */
function preservedOrder(kind: number, order: MemoryOrder): number {
  if (kind === SPAWN || kind === JOIN) return AFTER_READ_BASE | AFTER_OWN_ACCESSES | BECOMES_READ_BASE;
  if (kind === FENCE) {
    if (!acquires(order) && !releases(order)) return AFTER_READ_BASE;
    return AFTER_READ_BASE | BECOMES_READ_BASE | (order === 'acquire' ? AFTER_OWN_READS : AFTER_OWN_ACCESSES);
  }
  if (kind === STORE) return AFTER_BOTH | AFTER_OWN_LOCATION | (releases(order) ? AFTER_OWN_ACCESSES | RELEASES : 0);
  const release = kind !== LOAD && releases(order) ? RELEASES : 0;
  if (!acquires(order)) return AFTER_READ_BASE | release;
  const isLdar = kind !== LOAD || order === 'seq_cst';
  const acquire = AFTER_FORWARDING_ATOMIC | BECOMES_READ_BASE | (isLdar ? AFTER_OWN_RELEASES : 0);
  return AFTER_READ_BASE | acquire | release;
}

/**
 * ARMv8 without load buffering and without dependencies: the behaviours that any arm64 machine may have for a compiled
 * program that does not read from stores which depend on the value read. Pulte et al., Simplifying ARM Concurrency
 * (POPL 2018).
 */
export const ARM64 = {
  name: 'arm64',
  aliases: ['arm'],
  title: 'ARMv8',
  commonName: 'ARM',
  meaning: 'ARMv8, as in phones and servers: any order that is not forbidden',
  includes: [],
  preservedOrder,
  splitsAtomics: true,
  hasAxioms: true,
  describes: 'AArch64',
  isMonitored: false,
  reorders: [],
  failuresMean: {
    'ECMA-262':
      'a failure under ARMv8 can happen on phones, Apple silicon and ARM servers: accesses other than Atomics ' +
      'operations take effect in any order. JavaScript engines may reorder even more',
  },
  defaultFor: ['check ECMA-262', 'litmus C', 'litmus AArch64'],
} as const satisfies MemoryModel;
