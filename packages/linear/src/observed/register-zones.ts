import type { Decided, ObservedCall, Value, Violation } from './observed-call.js';
import { EXPLAINED, hasReturned } from './observed-call.js';

/** The write of a value and its reads. */
interface Zone {
  readonly write: ObservedCall | undefined;
  /** The call that ends first, and the one that begins last. The initial value is there before everything else. */
  firstEnd: ObservedCall | undefined;
  lastBegin: ObservedCall | undefined;
}

/**
 * Decides a register to which no value is written twice; undefined if one is, or if there are other operations. All
 * calls with a value come together, in an order that no other value interrupts. If one of them ended before another
 * began, the value is in the register between (a forward zone); otherwise they can all happen at any one moment at
 * which they overlap (a backward zone). The history is linearizable unless two forward zones overlap, or a forward zone
 * contains a backward one (Gibbons and Korach, SIAM J. Comput. 1997).
 */
export function decideRegister(calls: readonly ObservedCall[], initial: Value): Decided | undefined {
  const zones = new Map<Value, Zone>([[initial, { write: undefined, firstEnd: undefined, lastBegin: undefined }]]);
  for (const call of calls) {
    if (call.operation === 'read') continue;
    if (call.operation !== 'write') return undefined;
    const value = call.given[0]!;
    if (zones.has(value)) return undefined;
    zones.set(value, { write: call, firstEnd: call, lastBegin: call });
  }
  for (const call of calls) {
    if (call.operation === 'write' || !hasReturned(call)) continue;
    const zone = zones.get(call.result ?? null);
    if (zone === undefined) return { violation: { calls: [call], why: 'the value was never written' } };
    if (zone.write !== undefined && call.end < zone.write.begin) {
      return { violation: { calls: [call, zone.write], why: 'the value was read before it was written' } };
    }
    if (zone.firstEnd !== undefined && call.end < zone.firstEnd.end) zone.firstEnd = call;
    if (zone.lastBegin === undefined || call.begin > zone.lastBegin.begin) zone.lastBegin = call;
  }
  const violation = conflict([...zones.values()]);
  return violation === undefined ? EXPLAINED : { violation };
}

/** From when, and until when, the value is in the register; or the other way round. */
const from = ({ write, firstEnd }: Zone): number => (write === undefined ? -1 : firstEnd!.end);
const until = ({ lastBegin }: Zone): number => (lastBegin === undefined ? -1 : lastBegin.begin);

function conflict(zones: readonly Zone[]): Violation | undefined {
  const forward = zones.filter((zone) => from(zone) < until(zone)).toSorted((a, b) => from(a) - from(b));
  for (let i = 1; i < forward.length; i++) {
    const [earlier, later] = [forward[i - 1]!, forward[i]!];
    if (from(later) < until(earlier)) return { calls: callsOf(earlier, later), why: BOTH };
  }
  const backward = zones.filter((zone) => from(zone) > until(zone)).toSorted((a, b) => until(a) - until(b));
  let next = 0;
  for (const zone of backward) {
    while (next < forward.length && until(forward[next]!) < until(zone)) next++;
    const around = forward[next];
    if (around === undefined) return undefined;
    if (from(around) < until(zone) && from(zone) < until(around)) return { calls: callsOf(around, zone), why: BETWEEN };
  }
  return undefined;
}

const BOTH = 'each of the two values would have to be in the register while the other is';
const BETWEEN = 'the second value would have to be written while the first is in the register';

function callsOf(a: Zone, b: Zone): ObservedCall[] {
  const calls = [a, b].flatMap(({ write, firstEnd, lastBegin }) => [write, firstEnd, lastBegin]);
  return [...new Set(calls.filter((call) => call !== undefined))];
}
