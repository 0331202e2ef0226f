import type { Event } from '../executions/event.js';
import { INITIAL_THREAD } from '../executions/event.js';
import type { Execution } from '../executions/execution.js';
import { Relation, seq, union } from '../relations/relation.js';
import type { AxiomaticModel } from './model.js';

// ECMA-262, clause "Memory Model"; Watt et al., Repairing and Mechanising the JavaScript Relaxed Memory Model (PLDI
// 2020). For accesses of one size, so without tearing. There is no coherence order: an execution is determined by its
// reads-from relation.

const isSeqCst = ({ order }: Event): boolean => order === 'seq_cst';

function synchronizesWith(x: Execution): Relation {
  const SC = x.where(isSeqCst);
  return seq(SC, x.rf, SC);
}

function happensBefore(x: Execution): Relation {
  const initialised = x.loc.restrict(
    (a) => x.events[a]!.thread === INITIAL_THREAD,
    (b) => x.events[b]!.thread !== INITIAL_THREAD,
  );
  return union(x.po, synchronizesWith(x), initialised).closure();
}

function isConsistent(x: Execution): boolean {
  const { rf, loc } = x;
  const W = x.where((e) => e.writes);
  const hb = happensBefore(x);
  const hbLoc = hb.intersect(loc);
  const coherentReads = seq(hb, rf).isIrreflexive() && seq(hbLoc, W, hbLoc, rf.transpose()).isIrreflexive();
  return hb.isIrreflexive() && coherentReads && hasMemoryOrder(hb, mayNotLieBetween(x, hb));
}

/** A write that must not come after `from` and before `to` in the memory order. */
interface Exclusion {
  readonly from: number;
  readonly write: number;
  readonly to: number;
}

/** Returns the exclusions for sequentially consistent atomics: the three patterns of the clause. */
function mayNotLieBetween(x: Execution, hb: Relation): Exclusion[] {
  const sw = synchronizesWith(x);
  const writes = [...x.events.keys()].filter((e) => x.events[e]!.writes && isSeqCst(x.events[e]!));
  return x.rf.pairs().flatMap(([from, to]) =>
    writes
      .filter((write) => write !== from && write !== to && x.loc.has(write, to))
      .filter(
        (write) =>
          sw.has(from, to) ||
          (hb.has(from, to) && hb.has(write, to) && isSeqCst(x.events[from]!)) ||
          (hb.has(from, to) && hb.has(from, write) && isSeqCst(x.events[to]!)),
      )
      .map((write) => ({ from, write, to })),
  );
}

/** Whether a total order exists that contains this one and satisfies all exclusions. */
function hasMemoryOrder(order: Relation, exclusions: readonly Exclusion[]): boolean {
  if (!order.isIrreflexive()) return false;
  const [first, ...others] = exclusions;
  if (first === undefined) return true;
  const { from, write, to } = first;
  const alternatives = [[write, from] as const, [to, write] as const];
  return alternatives.some(([a, b]) =>
    hasMemoryOrder(order.union(Relation.fromPairs(order.size, [[a, b]])).closure(), others),
  );
}

/** Returns pairs of two writes, or of a read and the write it reads from, that are not ordered; not both SeqCst. */
function races(x: Execution): Relation {
  const hb = happensBefore(x);
  const W = x.ofThreads((e) => e.writes);
  const SC = x.where(isSeqCst);
  const everyW = seq(W, x.loc, W).minus(W);
  const related = union(everyW, x.rf, x.rf.transpose());
  return related.minus(union(hb, hb.transpose(), seq(SC, related, SC)));
}

export const ECMASCRIPT: AxiomaticModel = {
  name: 'ecmascript',
  splitsAtomics: false,
  enumeration: () => 'reads',
  isConsistent,
  races,
};
