import { NONE, WRITES } from '../state/graph.js';
import { HappensBefore } from './happens-before.js';

/**
 * Happens-before for models in which only synchronisation orders threads (RC11). It decides what may be read: `rows`
 * has the writes w with (w, e) in rf?;hb, which e must respect. Event e reads no older write and is not placed
 * before any of them. The row of a read includes its source, so the next operation of its thread has the row of e, and
 * e itself if it writes.
 */
export class Synchronisation extends HappensBefore {
  override read(e: number, source: number): void {
    const { graph } = this;
    if (graph.thread[source] === NONE) return;
    graph.rows[e * graph.width + (source >> 5)]! |= 1 << (source & 31);
    super.read(e, source);
  }

  /** The last release fence is the write base. */
  protected override releaseFenceBefore(w: number): number {
    return this.graph.writeBaseBefore[w]!;
  }

  protected override include(e: number, f: number): void {
    const { graph } = this;
    const { rows, width } = graph;
    for (let w = 0, a = e * width, b = f * width; w < width; w++, a++, b++) rows[a]! |= rows[b]!;
    if ((graph.flags[f]! & WRITES) !== 0) rows[e * width + (f >> 5)]! |= 1 << (f & 31);
    super.include(e, f);
  }
}
