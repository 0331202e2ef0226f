import { grown } from '../monitor/columns.js';

const END = 0;

/** Kinds of accesses: bits, so that a pair conflicts if one of them writes and one of them is plain. */
export const IS_WRITE = 1;
export const IS_PLAIN = 2;

/**
 * The accesses of each place with which a later one could race: of each thread, the last one of each kind. Lists of
 * elements that are used again.
 */
export class Accesses {
  /** By slot of a place: the first element. */
  private first = new Int32Array(1024);
  // By element.
  private next = new Int32Array(1024);
  thread = new Int32Array(1024);
  kind = new Int32Array(1024);
  epoch = new Int32Array(1024);
  site = new Int32Array(1024);
  private used = 1;
  private free = END;

  /** Calls `visit` for each access of the place; those for which it returns true are dropped. */
  filter(slot: number, visit: (access: number) => boolean): void {
    if (slot >= this.first.length) return;
    let previous = END;
    for (let at = this.first[slot]!; at !== END;) {
      const next = this.next[at]!;
      if (!visit(at)) previous = at;
      else {
        if (previous === END) this.first[slot] = next;
        else this.next[previous] = next;
        this.next[at] = this.free;
        this.free = at;
      }
      at = next;
    }
  }

  add(slot: number, thread: number, kind: number, epoch: number, site: number): void {
    if (slot >= this.first.length) this.first = grown(this.first, slot + 1);
    const at = this.element();
    this.thread[at] = thread;
    this.kind[at] = kind;
    this.epoch[at] = epoch;
    this.site[at] = site;
    this.next[at] = this.first[slot]!;
    this.first[slot] = at;
  }

  /** Is the access that was added last this one? */
  isLast(slot: number, thread: number, kind: number, epoch: number, site: number): boolean {
    if (slot >= this.first.length) return false;
    const at = this.first[slot]!;
    if (at === END) return false;
    return this.thread[at] === thread && this.kind[at] === kind && this.epoch[at] === epoch && this.site[at] === site;
  }

  private element(): number {
    if (this.free !== END) {
      const at = this.free;
      this.free = this.next[at]!;
      return at;
    }
    const at = this.used++;
    if (at >= this.next.length) {
      for (const column of ['next', 'thread', 'kind', 'epoch', 'site'] as const) {
        this[column] = grown(this[column], at + 1);
      }
    }
    return at;
  }
}
