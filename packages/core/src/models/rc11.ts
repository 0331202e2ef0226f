import type { MemoryOrder } from '../operations/operation.js';
import { FENCE, JOIN, LOAD, SPAWN, STORE, acquires, releases } from '../operations/operation.js';
import {
  ACQUIRES,
  AFTER_READ_BASE,
  BECOMES_READ_BASE,
  BECOMES_WRITE_BASE,
  NOT_ATOMIC,
  RELEASES,
  SEQ_CST,
} from './kept-order.js';
import { OBJECT } from '../operations/codes.js';
import type { MemoryModel } from './model.js';

/**
 * All program order is part of happens-before, so everything becomes the read base. The write base is the last release
 * fence: what is before it happens before whoever acquires from a later write.
 */
function keptOrder(kind: number, order: MemoryOrder): number {
  const base = AFTER_READ_BASE | BECOMES_READ_BASE;
  if (kind === SPAWN || kind === JOIN) return base;
  const acquire = kind !== STORE && acquires(order) ? ACQUIRES : 0;
  const release = kind !== LOAD && releases(order) ? RELEASES : 0;
  const fence = kind === FENCE && release !== 0 ? BECOMES_WRITE_BASE : 0;
  const sc = order === 'seq_cst' && kind !== OBJECT ? SEQ_CST : 0;
  const plain = order === 'plain' && kind !== FENCE ? NOT_ATOMIC : 0;
  return base | acquire | release | fence | sc | plain;
}

/** C11 and C++20 as repaired by Lahav, Vafeiadis, Kang, Hur and Dreyer (PLDI 2017), with release sequences of C++20. */
export const RC11 = {
  name: 'rc11',
  title: 'RC11',
  meaning: 'C11 and C++20 themselves, whatever the machine; a data race is a failure',
  includes: ['tso', 'pso'],
  keptOrder,
  communication: 'release-acquire',
  hasAxioms: true,
  isMonitored: false,
  reorders: [],
  isWithinX86: false,
  defaultFor: [],
} as const satisfies MemoryModel;
