import { isAcquire, isAtomic, isRelease } from '../executions/event.js';
import type { Execution } from '../executions/execution.js';
import type { Relation } from '../relations/relation.js';
import { seq, union } from '../relations/relation.js';
import { plainRaces } from './conflicts.js';
import type { JudgingModel } from './model.js';
import { coherent, firstViolated } from './model.js';

// Lahav, Vafeiadis, Kang, Hur, Dreyer: Repairing Sequential Consistency in C/C++11 (PLDI 2017), with [S] as a relation.

/**
 * The writes that continue a release sequence: read-modify-writes; before C++20 also later writes of its own thread.
 */
type ReleaseSequences = 'C++20' | '2017';

function happensBefore(x: Execution, releaseSequences: ReleaseSequences): Relation {
  const { po, rf, rmw } = x;
  const W = x.where((e) => e.writes);
  const atomicW = x.where((e) => e.writes && isAtomic(e));
  const atomicR = x.where((e) => e.reads && isAtomic(e));
  const F = x.where((e) => e.fence !== undefined);
  const release = x.where(isRelease);
  const acquire = x.where(isAcquire);

  const head = releaseSequences === 'C++20' ? atomicW : seq(W, po.intersect(x.loc).optional(), atomicW);
  const rs = seq(head, seq(rf, rmw).closure().optional());
  const sw = seq(release, seq(F, po).optional(), rs, rf, atomicR, seq(po, F).optional(), acquire);
  return union(po, sw, x.asw).closure();
}

function violated(x: Execution, releaseSequences: ReleaseSequences): string | undefined {
  const { po, rf, co, fr, rmw, asw } = x;
  const hb = happensBefore(x, releaseSequences);
  const eco = union(rf, co, fr).closure();

  return firstViolated([
    // If a read-modify-write is one event, it has no internal po edge from which it would follow that eco does not lead
    // back to it.
    ['coherence', () => seq(hb, eco.optional()).isIrreflexive() && seq(rmw, eco).isIrreflexive()],
    ['atomicity', () => rmw.intersect(seq(fr, co)).isEmpty()],
    ['no thin air', () => union(po, rf, asw).isAcyclic()],
    ['order of seq_cst operations', () => partialSc(x, hb, eco).isAcyclic()],
  ]);
}

function partialSc(x: Execution, hb: Relation, eco: Relation): Relation {
  const { po, co, fr, loc } = x;
  const SC = x.where((e) => e.fence === undefined && e.order === 'seq_cst');
  const Fsc = x.where((e) => e.fence === 'seq_cst');

  const poNotLoc = po.minus(loc);
  const scb = union(po, seq(poNotLoc, hb, poNotLoc), hb.intersect(loc), co, fr);
  const pscB = seq(union(SC, seq(Fsc, hb.optional())), scb, union(SC, seq(hb.optional(), Fsc)));
  const pscF = seq(Fsc, union(hb, seq(hb, eco, hb)), Fsc);
  return union(pscB, pscF);
}

function rc11(name: string, releaseSequences: ReleaseSequences): JudgingModel {
  return {
    name,
    splitsAtomics: false,
    enumeration: coherent,
    isConsistent: (x) => violated(x, releaseSequences) === undefined,
    violated: (x) => violated(x, releaseSequences),
    races: (x) => plainRaces(x, happensBefore(x, releaseSequences)),
  };
}

/** C and C++ as repaired, with the release sequences of C++20 and C23. */
export const RC11 = rc11('rc11', 'C++20');

/** As published. Forbids slightly more. */
export const RC11_2017 = rc11('rc11-2017', '2017');
