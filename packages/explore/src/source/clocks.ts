import { grown } from '@fencepost/core';

/**
 * Vector clocks as rows of one flat array. The entry of an actor is one more than the depth of the actor's last event
 * that was seen (0: none), so the event of `actor` at `depth` happens before the owner of the row iff the entry is
 * greater than `depth`. Rows are allocated and freed like a stack. Row 0 is the empty clock.
 */
export class Clocks {
  private rows = new Int32Array(512);
  private stride = 8;
  private actors = 0;
  private top = 1;

  /** Allocates space for newly discovered actors. No clock has seen their events, so their entries are still 0. */
  fit(actors: number): void {
    if (actors > this.stride) this.widen(actors);
    if (actors > this.actors) this.actors = actors;
  }

  mark(): number {
    return this.top;
  }

  undo(mark: number): void {
    this.top = mark;
  }

  /** Returns a new row with the same entries. */
  copy(row: number): number {
    const copy = this.top++;
    if (this.top * this.stride > this.rows.length) this.rows = grown(this.rows, this.top * this.stride);
    const { rows, actors } = this;
    const from = row * this.stride;
    const to = copy * this.stride;
    for (let i = 0; i < actors; i++) rows[to + i] = rows[from + i]!;
    return copy;
  }

  join(into: number, row: number): void {
    const { rows, actors } = this;
    const from = row * this.stride;
    const to = into * this.stride;
    for (let i = 0; i < actors; i++) {
      const entry = rows[from + i]!;
      if (entry > rows[to + i]!) rows[to + i] = entry;
    }
  }

  /** Returns one more than the depth of the last event of `actor` that the row has seen. */
  entry(row: number, actor: number): number {
    return this.rows[row * this.stride + actor]!;
  }

  /** Records that the owner of the row executes an event itself. */
  tick(row: number, actor: number, depth: number): void {
    this.rows[row * this.stride + actor] = depth + 1;
  }

  private widen(actors: number): void {
    const stride = Math.max(actors, 2 * this.stride);
    const rows = new Int32Array(2 * this.top * stride);
    for (let row = 0; row < this.top; row++) {
      rows.set(this.rows.subarray(row * this.stride, row * this.stride + this.actors), row * stride);
    }
    this.rows = rows;
    this.stride = stride;
  }
}
