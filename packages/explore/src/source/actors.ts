import type { ModelName } from '@fencepost/core';
import { grown, machineOf } from '@fencepost/core';

const NONE = -1;

/**
 * The actors: each thread p, and its store buffers: upd(p), or upd(p, x) for each location x, depending on the model
 * (Abdulla et al., Acta Informatica 2017, Sect. 3 and 5.1). Numbers are dense, assigned when a thread or a buffer is
 * discovered, and never change.
 */
export class Actors {
  count = 0;
  /** By actor: the thread that it is or belongs to. */
  owner = new Int32Array(16);
  /** 1 for store buffers. */
  isBuffer = new Uint8Array(16);
  private nextBuffer = new Int32Array(16);
  private threads = new Int32Array(8).fill(NONE);
  private lastBuffer = new Int32Array(8).fill(NONE);
  private readonly buffers: Int32Array[] = [];
  private readonly bufferPerLocation: boolean;

  constructor(model: ModelName) {
    this.bufferPerLocation = machineOf(model).buffers === 'location';
  }

  /** Numbers the threads known now. */
  fit(threads: number): void {
    while (this.threads.length < threads) {
      const known = this.threads.length;
      this.threads = grown(this.threads, threads).fill(NONE, known);
      this.lastBuffer = grown(this.lastBuffer, threads).fill(NONE, known);
    }
    for (let t = this.buffers.length; t < threads; t++) {
      this.buffers.push(new Int32Array(8).fill(NONE));
      this.threads[t] = this.create(t, 0);
    }
  }

  ofThread(t: number): number {
    return this.threads[t]!;
  }

  /** Returns the buffer for the thread's stores to the location, created on demand. */
  ofBuffer(t: number, location: number): number {
    const known = this.findBuffer(t, location);
    if (known >= 0) return known;
    const slot = this.bufferPerLocation ? location : 0;
    let row = this.buffers[t]!;
    if (slot >= row.length) {
      row = grown(row, slot + 1).fill(NONE, row.length);
      this.buffers[t] = row;
    }
    const actor = this.create(t, 1);
    this.nextBuffer[actor] = this.lastBuffer[t]!;
    this.lastBuffer[t] = actor;
    row[slot] = actor;
    return actor;
  }

  /** Returns the same buffer, or -1 if the thread never stored there. */
  findBuffer(t: number, location: number): number {
    return this.buffers[t]![this.bufferPerLocation ? location : 0] ?? NONE;
  }

  /** The buffers of a thread are enumerated by `firstBufferOf`, then `bufferAfter`, until -1. */
  firstBufferOf(t: number): number {
    return this.lastBuffer[t]!;
  }

  bufferAfter(buffer: number): number {
    return this.nextBuffer[buffer]!;
  }

  private create(t: number, isBuffer: number): number {
    const actor = this.count++;
    if (actor === this.owner.length) {
      this.owner = grown(this.owner, actor + 1);
      this.nextBuffer = grown(this.nextBuffer, actor + 1);
      const flags = new Uint8Array(this.owner.length);
      flags.set(this.isBuffer);
      this.isBuffer = flags;
    }
    this.owner[actor] = t;
    this.isBuffer[actor] = isBuffer;
    return actor;
  }
}
