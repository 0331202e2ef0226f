import { INITIAL_THREAD, isAcquire, isAtomic, isRelease } from '../executions/event.js';
import type { Execution } from '../executions/execution.js';
import { Relation, seq, union } from '../relations/relation.js';
import { plainRaces } from './conflicts.js';
import type { AxiomaticModel } from './model.js';

// C11 as standardised in 2011, with a partial order of seq_cst events: Batty, Donaldson, Wickerson, Overhauling SC Atomics
// in C11 and OpenCL (POPL 2016). It allows load buffering, orders seq_cst accesses more and seq_cst fences less than
// RC11. Without consume and locks. A location is either atomic or plain.

function happensBefore(x: Execution): Relation {
  const { po, rf, co: mo, ext } = x;
  const size = x.events.length;
  const everything = Relation.where(size, () => true);
  const RMW = x.where((e) => e.reads && e.writes);
  const W = x.where((e) => e.writes && isAtomic(e));
  const R = x.where((e) => e.reads && isAtomic(e));
  const F = x.where((e) => e.fence !== undefined);

  // A release sequence continues as long as mo has only writes of the same thread and read-modify-writes.
  const continues = union(everything.minus(ext), seq(everything, RMW));
  const rs = mo.intersect(continues).minus(seq(mo.minus(continues), mo));
  const sw = seq(
    x.where(isRelease),
    seq(F, po).optional(),
    W,
    rs.optional(),
    rf,
    R,
    seq(po, F).optional(),
    x.where(isAcquire),
  ).intersect(ext);
  const initialised = Relation.where(
    size,
    (a, b) => x.events[a]!.thread === INITIAL_THREAD && x.events[b]!.thread !== INITIAL_THREAD,
  );
  return union(initialised, po, sw).closure();
}

function isConsistent(x: Execution): boolean {
  const { po, rf, co: mo, loc, fr } = x;
  const hb = happensBefore(x);
  const W = x.where((e) => e.writes);
  const R = x.where((e) => e.reads);
  const plainR = x.where((e) => e.reads && !isAtomic(e));
  const F = x.where((e) => e.fence !== undefined);
  const SC = x.where((e) => e.order === 'seq_cst' || e.fence === 'seq_cst');
  const readers = rf.transpose();
  const hbLoc = hb.intersect(loc);

  const coherent = seq(readers.optional(), mo, rf.optional(), hb).isIrreflexive();
  const atomicReads = seq(rf, hb).isIrreflexive();
  const visible = seq(W, hbLoc, R).minus(seq(hbLoc, W, hbLoc));
  const plainReads = seq(rf, plainR).minus(visible).isEmpty();
  // The final value of a plain location is one that a read after everything else could return.
  const last = Relation.identity(x.events.length, (e) => x.lastWrites.includes(e) && !isAtomic(x.events[e]!));
  const lastWrites = seq(last, hbLoc, W).isEmpty();
  const atomic = union(rf, seq(mo, mo, readers), seq(mo, rf)).isIrreflexive();

  const before = seq(F, po);
  const after = seq(po, F);
  const partialSc = union(
    hb,
    seq(before.optional(), mo, after.optional()),
    seq(readers, SC, mo),
    seq(readers, hbLoc, W),
    seq(before, fr),
    seq(fr, after),
    seq(before, fr, after),
  );
  const sc = seq(SC, partialSc, SC).minus(Relation.identity(x.events.length)).isAcyclic();
  return hb.isIrreflexive() && coherent && atomicReads && plainReads && lastWrites && atomic && sc;
}

export const C11: AxiomaticModel = {
  name: 'c11',
  splitsAtomics: false,
  enumeration: (accesses) => (accesses.some(isAtomic) ? 'coherent' : 'unordered'),
  isConsistent,
  races: (x) => plainRaces(x, happensBefore(x)),
};
