import { grown } from '@fencepost/core';
import type { Access } from './access.js';

/** The execution being explored: its events by depth, and the data to undo them. */
export class Run {
  length = 0;
  actor = new Int32Array(64);
  thread = new Int32Array(64);
  location = new Int32Array(64);
  /** 1 if it changed memory. */
  writes = new Int32Array(64);
  /** 1 if it read. */
  reads = new Int32Array(64);
  value = new Int32Array(64);
  source = new Int32Array(64);
  /** The entry that a load was forwarded from, or that an update committed; else -1. */
  entry = new Int32Array(64);
  /** Name of the event. For an update, the name of its store. */
  event = new Int32Array(64);
  /**
   * Number of writes to the location so far, including its own: the coherence position of the write it read or made.
   */
  coherence = new Int32Array(64);
  /** For a write: the value it replaced, and the depth of the preceding write to the same location, or -1. */
  replaced = new Int32Array(64);
  writeBefore = new Int32Array(64);
  /** Vector clock. */
  row = new Int32Array(64);
  /** Number of events so far that were loads, atomics or updates that overtook a pending store of their thread. */
  overtaking = new Int32Array(64);
  trailMark = new Int32Array(64);
  clockMark = new Int32Array(64);
  storeMark = new Int32Array(64);
  observedMark = new Int32Array(64);

  append(access: Access): number {
    const depth = this.length++;
    if (depth === this.actor.length) this.grow();
    this.actor[depth] = access.actor;
    this.thread[depth] = access.thread;
    this.location[depth] = access.location;
    this.writes[depth] = access.writes ? 1 : 0;
    this.reads[depth] = access.reads ? 1 : 0;
    this.value[depth] = access.value;
    this.source[depth] = access.source;
    this.entry[depth] = access.cover;
    return depth;
  }

  private grow(): void {
    const length = 2 * this.actor.length;
    for (const field of [
      'actor',
      'thread',
      'location',
      'writes',
      'reads',
      'value',
      'source',
      'entry',
      'event',
      'coherence',
      'replaced',
      'writeBefore',
      'row',
      'overtaking',
      'trailMark',
      'clockMark',
      'storeMark',
      'observedMark',
    ] as const) {
      this[field] = grown(this[field], length);
    }
  }
}
