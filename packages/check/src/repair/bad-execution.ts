import type { Changes } from '@fencepost/axioms';
import { isRace, violatedAxiom } from '@fencepost/axioms';
import type { MemoryOrder, ModelName, Site, Trace } from '@fencepost/core';
import { KIND_NAMES, LOAD, RMW, STORE, isJudged, modelNamed, orderOf } from '@fencepost/core';
import { isForbiddenByOrder } from './preserved-order-cycle.js';
import type { Repair } from './repair.js';
import { joinedOrders, labelKey, operationKey, orderOfAccess } from './repair.js';
import type { VariableAt } from './variables.js';
import { VariableAccesses } from './variables.js';

/** Further details about a bad execution. */
export interface Details {
  /** Racing accesses, if the execution is allowed otherwise. */
  readonly race?: readonly [number, number];
  /** Whether it hits a bound, and is not known to be wrong. */
  readonly isBound?: boolean;
}

/** An execution of the original program that must be forbidden. */
export class BadExecution {
  readonly model: ModelName;
  readonly trace: Trace;
  /** Description of the failure or violation. */
  readonly message: string;
  readonly isBound: boolean;
  private readonly race: readonly [number, number] | undefined;
  private readonly events = new Map<string, number[]>();
  /** Loads and stores by the variable that they access. */
  private readonly accesses = new Map<string, number[]>();
  private readonly variables: VariableAt;

  constructor(
    model: ModelName,
    trace: Trace,
    message: string,
    variables: VariableAt,
    { race, isBound = false }: Details = {},
  ) {
    this.variables = variables;
    this.model = model;
    this.trace = trace;
    this.message = message;
    this.race = race;
    this.isBound = isBound;
    const { states } = trace;
    trace.events.forEach(({ state }, i) => {
      const key = labelKey(states.labels.get(states.label[state]!));
      if (key === undefined) return;
      addTo(this.events, key, i);
      const variable = this.variableAt(i);
      if (variable !== undefined) addTo(this.accesses, variable, i);
    });
  }

  /** Returns the variable that an event accesses, if any. */
  variableAt(event: number): string | undefined {
    const { states, events } = this.trace;
    const { state } = events[event]!;
    const isAccess = states.kind[state] === LOAD || states.kind[state] === STORE;
    return isAccess ? this.variables(states.locations.addresses[states.location[state]!]!) : undefined;
  }

  /** Returns its accesses to variables, with their places in the source. */
  variableAccesses(): VariableAccesses {
    const { states, events } = this.trace;
    const found = new VariableAccesses();
    for (const [variable, own] of this.accesses) {
      for (const i of own) {
        const label = states.labels.get(states.label[events[i]!.state]!);
        found.add(variable, labelKey(label)!, { operation: label.kind, site: label.site! });
      }
    }
    return found;
  }

  /** Returns the places where a value is read and written non-atomically: `view[i]++`. */
  plainUpdates(): readonly Site[] {
    const { states, events } = this.trace;
    return [...this.events.values()].flatMap(([first]) => {
      const { kind, site } = states.labels.get(states.label[events[first!]!.state]!);
      const loads = kind === 'store' ? (this.events.get(operationKey({ operation: 'load', site: site! })) ?? []) : [];
      return loads.length > 0 && [first!, loads[0]!].every((i) => this.orderOf(i) === 'plain') ? [site!] : [];
    });
  }

  /** Whether the repairs forbid this execution. More repairs never allow it again. */
  isForbidden(repairs: Iterable<Repair>): boolean {
    const changes = this.changes(repairs);
    if (!isJudged(modelNamed(this.model))) return isForbiddenByOrder(this.trace, this.model, changes);
    if (this.race !== undefined && !isRace(this.trace, this.model, this.race, changes)) return true;
    return violatedAxiom(this.trace, this.model, changes) !== undefined;
  }

  /** Returns the events that a repair changes, or before which it adds a fence. */
  eventsOf(repair: Repair): readonly number[] {
    if (repair.change === 'atomic') return this.accesses.get(repair.variable) ?? [];
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
        if (repair.change === 'order' || repair.change === 'failure order' || repair.change === 'atomic')
          orders.set(event, joinedOrders(orders.get(event) ?? this.orderOf(event), this.orderFor(event, repair)));
        else fences.set(event, joinedOrders(fences.get(event) ?? 'plain', repair.order));
      }
    }
    return { orders, fences };
  }

  private orderFor(event: number, { change, order }: Repair): MemoryOrder {
    const { states, events } = this.trace;
    return change === 'atomic' ? orderOfAccess(KIND_NAMES[states.kind[events[event]!.state]!]!, order)! : order;
  }

  private orderOf(event: number): MemoryOrder {
    return orderOf(this.trace.states, this.trace.events[event]!);
  }
}

function addTo(lists: Map<string, number[]>, key: string, value: number): void {
  const known = lists.get(key);
  if (known === undefined) lists.set(key, [value]);
  else known.push(value);
}
