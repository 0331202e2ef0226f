import type { Edges } from './edges.js';
import type { Graph } from './graph.js';
import { BLOCKED, NONE, PENDING, READS, WOKEN } from './graph.js';
import type { Removal } from './removal.js';
import type { Trail } from './trail.js';

/** Added to the event in the trail entry of a waking. */
export const WAKING = 1 << 28;

/**
 * In-place revisits of locks that wait. When a mutex is given back and one lock waits for it in the graph, that lock reads
 * the unlock at once and goes on, keeping its stamp: there is no branch in which it waits on for nothing, and none in which
 * what was added since is deleted. To a later revisit the woken lock still counts as one that waits (`revisits.ts`): if its
 * unlock is deleted, it waits again for the lock before it (`putBack`).
 */
export class Waking {
  private readonly graph: Graph;
  private readonly edges: Edges;
  private readonly removal: Removal;
  private readonly trail: Trail;
  /** Of the wakings on the trail: the lock's neighbours among the readers it was taken from. */
  private readonly neighbours: number[] = [];

  constructor(graph: Graph, edges: Edges, removal: Removal, trail: Trail) {
    this.graph = graph;
    this.edges = edges;
    this.removal = removal;
    this.trail = trail;
  }

  /** The lock that alone waits for the mutex taken by `lock`, or NONE. */
  soleWaiter(lock: number): number {
    const { graph } = this;
    let waiter = NONE;
    for (let r = graph.firstReader[lock]!; r !== NONE; r = graph.nextReader[r]!) {
      if ((graph.flags[r]! & BLOCKED) === 0 || waiter !== NONE) return NONE;
      waiter = r;
    }
    return waiter;
  }

  /** The lock waits no longer: nothing is ordered after its having read the lock before. Comes before the unlock. */
  detach(lock: number): void {
    const { graph, edges } = this;
    this.trail.push(WAKING + lock);
    for (let w = 0; w < graph.width; w++) graph.logRow(lock * graph.width + w);
    this.neighbours.push(graph.previousReader[lock]!, graph.nextReader[lock]!);
    edges.unlinkReader(lock);
  }

  /** It reads `unlock` instead; its write part is then pending. */
  attach(lock: number, unlock: number): void {
    const { graph, edges } = this;
    graph.source[lock] = unlock;
    edges.linkReader(lock, unlock);
    graph.flags[lock] = READS | PENDING | WOKEN;
    edges.recompute(lock);
  }

  /** Takes both back, after the unlock was; the log has restored the lock's row. */
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
    edges.recomputePorf(lock);
  }

  /** The unlock that woke this lock was deleted: it waits again. It must be the last event of its thread. */
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
