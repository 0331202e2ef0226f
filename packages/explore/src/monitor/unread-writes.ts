import { grown } from '@fencepost/core';

/**
 * The labels of the writes of each location so far, and how many of them each thread has passed. A thread passes all
 * writes up to the latest when it accesses the location, because it then reads or overwrites the latest one.
 */
export class UnreadWrites {
  /** Labels of the writes, by location. */
  private readonly labels: number[][] = [];
  // Number of writes passed, by thread and location.
  private passed: Int32Array = new Int32Array(64);
  private stride = 8;

  /** Allocates space for an access of the thread. */
  fit(t: number, location: number): void {
    for (let next = this.labels.length; next <= location; next++) this.labels.push([]);
    if (location >= this.stride) this.widen(location + 1);
    if ((t + 1) * this.stride > this.passed.length) this.passed = grown(this.passed, (t + 1) * this.stride);
  }

  passedBy(t: number, location: number): number {
    return this.passed[t * this.stride + location]!;
  }

  setPassed(t: number, location: number, count: number): void {
    this.passed[t * this.stride + location] = count;
  }

  /** Returns the labels of the location's writes, oldest first. */
  of(location: number): number[] {
    return this.labels[location]!;
  }

  private widen(locations: number): void {
    const { stride, passed } = this;
    this.stride = Math.max(locations, 2 * stride);
    const threads = Math.ceil(passed.length / stride);
    this.passed = new Int32Array(threads * this.stride);
    for (let t = 0; t < threads; t++) this.passed.set(passed.subarray(t * stride, (t + 1) * stride), t * this.stride);
  }
}
