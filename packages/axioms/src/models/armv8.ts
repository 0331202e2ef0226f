import type { Execution } from '../executions/execution.js';
import type { Relation } from '../relations/relation.js';
import { seq, union } from '../relations/relation.js';
import type { SizedModel } from '../sized/model.js';
import type { JudgingModel } from './model.js';
import { coherent, firstViolated } from './model.js';

// ARMv8, application level: Arm Architecture Reference Manual B2.3; Pulte et al., Simplifying ARM Concurrency (POPL
// 2018); for accesses of several sizes, Alglave et al., Armed Cats (TOPLAS 2021); aarch64.cat of herd7.

interface Variant {
  readonly name: string;
  /** Whether later accesses may take effect before an earlier load returns: po ∪ rf may have cycles. */
  readonly loadBuffering: boolean;
  /** Whether atomics that acquire and release are barriers, as LSE instructions are and loops of exclusives are not. */
  readonly atomicsAreBarriers: boolean;
  /**
   * Whether dependencies through registers order accesses. If a compiler translates the source, programs cannot rely on
   * that.
   */
  readonly dependencies: boolean;
}

function violated(x: Execution, variant: Variant): string | undefined {
  const { po, rf, co, fr, rmw, asw, loc, ext } = x;
  const poLoc = po.intersect(loc);
  const [rfe, coe, fre] = [rf.intersect(ext), co.intersect(ext), fr.intersect(ext)];
  const haz = (): Relation => {
    const R = x.where((e) => e.reads);
    const W = x.where((e) => e.writes);
    return seq(R, poLoc, R, union(fre, coe), W);
  };
  return firstViolated([
    [
      'internal visibility',
      () => seq(poLoc, rf).isIrreflexive() && seq(poLoc, co).isIrreflexive() && seq(poLoc, fr).isIrreflexive(),
    ],
    ['atomicity', () => rmw.intersect(seq(fre, coe)).isEmpty()],
    ['external visibility', () => union(localOrder(x, variant), haz(), rfe, coe, fre).isAcyclic()],
    ['no load buffering', () => variant.loadBuffering || union(po, rf, asw).isAcyclic()],
  ]);
}

/**
 * Returns lob, the order that instructions of a thread have for every other thread. `si` relates the parts of an access
 * that is atomic: a write that comes after another access to one of its parts does so as a whole.
 */
function localOrder(x: Execution, variant: Variant, si?: Relation): Relation {
  const { po, rmw, asw, loc } = x;
  const poLoc = po.intersect(loc);
  const R = x.where((e) => e.reads);
  const W = x.where((e) => e.writes);
  const M = union(R, W);
  const A = x.where((e) => e.reads && e.order === 'acquire');
  const Q = x.where((e) => e.reads && e.order === 'acquire_pc');
  const L = x.where((e) => e.writes && e.order === 'release');
  const AL = x.where((e) => e.acquiresToo === true && variant.atomicsAreBarriers);
  const returned = x.where((e) => e.reads && e.discarded !== true);
  const [SY, LD, ST] = [x.where(isFence('dmb.sy')), x.where(isFence('dmb.ld')), x.where(isFence('dmb.st'))];

  const lrs = seq(W, poLoc, R).minus(seq(poLoc, W, poLoc));
  const lws = seq(M, poLoc, W);
  const aob = union(rmw, seq(rmw, lrs, union(A, Q)));
  const bob = union(
    seq(M, po, SY, po, M),
    seq(returned, po, LD, po, M),
    seq(W, po, ST, po, W),
    seq(L, po, A),
    seq(union(A, Q), po, M),
    seq(M, po, L),
    seq(AL, po, M),
  );
  // Starting or joining a thread is a barrier.
  const threads = seq(M, seq(po.optional(), asw, po.optional()).closure(), M);
  const lob = union(si === undefined ? lws : seq(lws, si), aob, bob, threads);
  return variant.dependencies ? union(lob, dependencies(x)) : lob;
}

/** Returns dob, the order from address, data and control dependencies. */
function dependencies(x: Execution): ReturnType<Execution['where']> {
  const { po, loc, addr, data, ctrl } = x;
  const poLoc = po.intersect(loc);
  const R = x.where((e) => e.reads);
  const W = x.where((e) => e.writes);
  const M = union(R, W);
  const ISB = x.where(isFence('isb'));
  const lrs = seq(W, poLoc, R).minus(seq(poLoc, W, poLoc));
  return union(
    addr,
    data,
    seq(ctrl, W),
    seq(addr, M, po, W),
    seq(union(addr, data), lrs),
    seq(union(ctrl, seq(addr, M, po)), ISB, po),
  );
}

const isFence =
  (kind: Execution['events'][number]['fence']) =>
  ({ fence }: Execution['events'][number]): boolean =>
    fence === kind;

function armv8(variant: Variant): JudgingModel {
  return {
    name: variant.name,
    splitsAtomics: true,
    enumeration: coherent,
    isConsistent: (x) => violated(x, variant) === undefined,
    violated: (x) => violated(x, variant),
  };
}

const ARCHITECTURE: Variant = {
  name: 'aarch64',
  loadBuffering: true,
  atomicsAreBarriers: true,
  dependencies: true,
};

const WITHOUT_LOAD_BUFFERING: Variant = { ...ARCHITECTURE, name: 'aarch64-nolb', loadBuffering: false };

/** The architecture itself. */
export const AARCH64 = armv8(ARCHITECTURE);

/** The architecture without load buffering. */
export const AARCH64_NO_LB = armv8(WITHOUT_LOAD_BUFFERING);

/** The guarantees for a compiled program, with LSE instructions and with loops of exclusives. */
export const ARM64 = armv8({
  name: 'arm64',
  loadBuffering: false,
  atomicsAreBarriers: false,
  dependencies: false,
});

function sizedArmv8(variant: Variant): SizedModel {
  const { name, loadBuffering } = variant;
  return { name, isSequential: false, loadBuffering, localOrder: (x, si) => localOrder(x, variant, si) };
}

/** The architecture, for accesses of several sizes. */
export const SIZED_AARCH64 = sizedArmv8(ARCHITECTURE);

export const SIZED_AARCH64_NO_LB = sizedArmv8(WITHOUT_LOAD_BUFFERING);
