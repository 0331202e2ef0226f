import type { Edges } from '../consistency/edges.js';
import type { Graph } from '../state/graph.js';
import { BLOCKED, NONE, PENDING, READS, WOKEN } from '../state/graph.js';
import type { Removal } from './removal.js';
import type { Trail } from '../state/trail.js';

/** Offset of the event in a trail entry that records a waking. */
export const WAKING = 1 << 28;

/**
 * In-place revisits of waiting locks. When a mutex is released and one lock waits for it in the graph, that lock reads
 * the unlock at once and continues, keeping its stamp. This avoids a branch in which it waits forever and one in which
 * events added since are deleted. For a later revisit the woken lock still counts as waiting (`revisits.ts`): if its
 * unlock is deleted, it waits again for the lock before it (`putBack`).
 */
export class Waking {
  private readonly graph: Graph;
  private readonly edges: Edges;
  private readonly removal: Removal;
  private readonly trail: Trail;
  /** For each waking on the trail: the lock's neighbours in the list of readers from which it was removed. */
  private readonly neighbours: number[] = [];

  constructor(graph: Graph, edges: Edges, removal: Removal, trail: Trail) {
    this.graph = graph;
    this.edges = edges;
    this.removal = removal;
    this.trail = trail;
  }

  /** Returns the only lock that waits for the mutex taken by `lock`, or NONE. */
  soleWaiter(lock: number): number {
    const { graph } = this;
    let waiter = NONE;
    for (let r = graph.firstReader[lock]!; r !== NONE; r = graph.nextReader[r]!) {
      if ((graph.flags[r]! & BLOCKED) === 0 || waiter !== NONE) return NONE;
      waiter = r;
    }
    return waiter;
  }

  /**
   * Ends the wait of the lock: it no longer reads the preceding lock, and nothing is ordered after that read. Call it
   * before the unlock is added.
   */
  detach(lock: number): void {
    const { graph, edges } = this;
    this.trail.push(WAKING + lock);
    for (let w = 0; w < graph.width; w++) graph.logRow(lock * graph.width + w);
    this.neighbours.push(graph.previousReader[lock]!, graph.nextReader[lock]!);
    edges.unlinkReader(lock);
  }

  /** Makes the lock read `unlock` instead. Its write part is then pending. */
  attach(lock: number, unlock: number): void {
    const { graph, edges } = this;
    graph.source[lock] = unlock;
    edges.linkReader(lock, unlock);
    graph.flags[lock] = READS | PENDING | WOKEN;
    edges.recompute(lock);
  }

  /** Undoes `detach` and `attach`, after the unlock was undone. The log has restored the lock's row. */
  undo(lock: number): void {
    const { graph, edges } = this;
    const source = graph.source[graph.source[lock]!]!;
    const next = this.neighbours.pop()!;
    const previous = this.neighbours.pop()!;
    graph.source[lock] = source;
    graph.previousReader[lock] = previous;
    graph.nextReader[lock] = next;
    if (previous === NONE) graph.firstReader[source] = lock;
    else graph.nextReader[previous] = lock;
    if (next !== NONE) graph.previousReader[next] = lock;
    graph.flags[lock] = READS | BLOCKED;
    edges.recomputeRest(lock);
  }

  /**
   * Makes the lock wait again, because the unlock that woke it was deleted. It must be the last event of its thread.
   */
  putBack(lock: number): void {
    const { graph, edges } = this;
    const source = graph.source[graph.source[lock]!]!;
    this.removal.removeWritePart(lock);
    edges.unlinkReader(lock);
    graph.source[lock] = source;
    edges.linkReader(lock, source);
    graph.flags[lock] = READS | BLOCKED;
    edges.recompute(lock);
  }
}
