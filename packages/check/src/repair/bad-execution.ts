import type { Changes } from '@fencepost/axioms';
import { isRace, violatedAxiom } from '@fencepost/axioms';
import type { MemoryOrder, ModelName, Trace } from '@fencepost/core';
import { RMW, isJudged, modelNamed, orderOf } from '@fencepost/core';
import { isForbiddenByOrder } from './kept-order-cycle.js';
import type { Repair } from './repair.js';
import { joinedOrders, labelKey, operationKey } from './repair.js';

interface Details {
  /** Accesses that race, if it is allowed otherwise. */
  readonly race?: readonly [number, number];
  /** It hits a bound, and is not known to be wrong. */
  readonly isBound?: boolean;
}

/** An execution of the original program that must not be. */
export class BadExecution {
  readonly model: ModelName;
  readonly trace: Trace;
  /** What is bad about it, in words. */
  readonly message: string;
  readonly isBound: boolean;
  private readonly race: readonly [number, number] | undefined;
  private readonly events = new Map<string, number[]>();

  constructor(model: ModelName, trace: Trace, message: string, { race, isBound = false }: Details = {}) {
    this.model = model;
    this.trace = trace;
    this.message = message;
    this.race = race;
    this.isBound = isBound;
    const { states } = trace;
    trace.events.forEach(({ state }, i) => {
      const key = labelKey(states.labels.get(states.label[state]!));
      if (key === undefined) return;
      const known = this.events.get(key);
      if (known === undefined) this.events.set(key, [i]);
      else known.push(i);
    });
  }

  /** Has the program none of it after the repairs? More repairs never allow it again. */
  isForbidden(repairs: Iterable<Repair>): boolean {
    const changes = this.changes(repairs);
    if (!isJudged(modelNamed(this.model))) return isForbiddenByOrder(this.trace, this.model, changes);
    if (this.race !== undefined && !isRace(this.trace, this.model, this.race, changes)) return true;
    return violatedAxiom(this.trace, this.model, changes) !== undefined;
  }

  /** The events before which, or of which, a repair changes something. */
  eventsOf(repair: Repair): readonly number[] {
    const events = this.events.get(operationKey(repair)) ?? [];
    const { states, events: all } = this.trace;
    if (repair.change === 'fence before') return events;
    const hasFailed = (i: number): boolean => states.kind[all[i]!.state] === RMW && all[i]!.wrote === undefined;
    if (repair.change === 'order') return events.filter((i) => !hasFailed(i));
    if (repair.change === 'failure order') return events.filter(hasFailed);
    // At the end of a thread a fence orders nothing.
    return events.map((i) => i + 1).filter((next) => all[next]?.thread === all[next - 1]!.thread);
  }

  private changes(repairs: Iterable<Repair>): Changes {
    const orders = new Map<number, MemoryOrder>();
    const fences = new Map<number, MemoryOrder>();
    for (const repair of repairs) {
      for (const event of this.eventsOf(repair)) {
        if (repair.change === 'order' || repair.change === 'failure order')
          orders.set(event, joinedOrders(orders.get(event) ?? this.orderOf(event), repair.order));
        else fences.set(event, joinedOrders(fences.get(event) ?? 'plain', repair.order));
      }
    }
    return { orders, fences };
  }

  private orderOf(event: number): MemoryOrder {
    return orderOf(this.trace.states, this.trace.events[event]!);
  }
}
