import type { Event } from '@fencepost/axioms';
import { ARM64, Execution, INITIAL_THREAD, Relation, seq, union } from '@fencepost/axioms';
import type { Order } from '../program/ast.js';
import { acquires, releases } from '../program/orders.js';
import type { Graph } from './graph.js';

// Code that V8 generates for JavaScript on arm64: LDR and STR; LDAR and STLR; a loop of LDAXR and STLXR, which is no
// barrier.

/** Returns whether ARMv8 allows the graph, and whether SC does. */
export function judge(graph: Graph): { readonly isAllowed: boolean; readonly isSequential: boolean } {
  const execution = executionOf(graph);
  const { po, rf, co, fr, rmw } = execution;
  const isSequential = union(po, rf, co, fr).isAcyclic() && rmw.intersect(seq(fr, co)).isEmpty();
  return { isAllowed: ARM64.isConsistent(execution), isSequential };
}

function executionOf({ accesses, coherence }: Graph): Execution {
  const events: Event[] = coherence.map((_, address) => write(INITIAL_THREAD, address, 'relaxed'));
  const reads: number[] = [];
  const writes: number[] = [];
  const atomics: [number, number][] = [];
  accesses.forEach(({ thread, location, order, source, wrote }, i) => {
    if (source !== undefined) reads[i] = events.push(read(thread, location, order)) - 1;
    if (wrote !== undefined) writes[i] = events.push(write(thread, location, order)) - 1;
    if (source !== undefined && wrote !== undefined) atomics.push([reads[i]!, writes[i]!]);
  });
  const size = events.length;
  const none = Relation.empty(size);
  const choices = coherence.map((list, location) => {
    const order = [location, ...list.map((i) => writes[i]!)];
    const sources = accesses.flatMap((access, i) =>
      access.location === location && access.source !== undefined
        ? [[reads[i]!, writes[access.source] ?? location] as const]
        : [],
    );
    return { order, last: order.at(-1)!, sources };
  });
  const isBefore = (a: number, b: number): boolean =>
    a < b && events[a]!.thread !== INITIAL_THREAD && events[a]!.thread === events[b]!.thread;
  const parts = { events, po: Relation.where(size, isBefore), rmw: Relation.fromPairs(size, atomics) };
  return new Execution({ ...parts, addr: none, data: none, ctrl: none, asw: none }, choices);
}

function read(thread: number, address: number, order: Order): Event {
  return { thread, reads: true, writes: false, address, order: acquires(order) ? 'acquire' : 'plain' };
}

function write(thread: number, address: number, order: Order): Event {
  return { thread, reads: false, writes: true, address, order: releases(order) ? 'release' : 'plain' };
}
