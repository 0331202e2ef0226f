import { eventName, eventPosition, eventThread } from '../operations/events.js';

/** Records an execution by names of events: reads-from by thread and position, coherence by location. */
export class Recorder {
  /** sources[t][n]: the store that the n-th operation of thread t read from; `NO_READ` if it read nothing. */
  readonly sources: number[][] = [];
  /** wrote[t][n]: whether that operation wrote. (A failed compare-and-swap does not.) */
  readonly wrote: boolean[][] = [];
  /** The writes of each location in coherence order. */
  readonly coherence: number[][] = [];

  /** Records an executed operation. */
  operation(event: number, source: number, writes: boolean): void {
    const t = eventThread(event);
    rowOf(this.sources, t)[eventPosition(event)] = source;
    rowOf(this.wrote, t)[eventPosition(event)] = writes;
  }

  /** Records that a write reached memory. `before`: number of earlier writes that it is placed before. */
  committed(location: number, event: number, before = 0): void {
    const row = rowOf(this.coherence, location);
    if (before === 0) row.push(event);
    else row.splice(row.length - before, 0, event);
  }

  /**
   * Undoes the last operation of a thread. If it was an atomic that rewrote the same value, its readers now read from
   * the write before.
   */
  takeBack(t: number, location: number): void {
    const source = this.sources[t]!.pop()!;
    if (!this.wrote[t]!.pop()!) return;
    const event = eventName(t, this.sources[t]!.length);
    const row = this.coherence[location]!;
    row.splice(row.lastIndexOf(event), 1);
    for (const read of this.sources) for (let i = 0; i < read.length; i++) if (read[i] === event) read[i] = source;
  }

  /** Copies another recording. */
  copyFrom(other: Recorder): void {
    copyRows(this.sources, other.sources);
    copyRows(this.wrote, other.wrote);
    copyRows(this.coherence, other.coherence);
  }

  /** Returns a key that is equal for two executions of one program if and only if they have the same `Trace`. */
  key(): string {
    return `${rowsKey(this.sources)}|${rowsKey(this.coherence)}`;
  }
}

/** Source of an operation that reads nothing. */
export const NO_READ = -2;

function rowOf<T>(rows: T[][], index: number): T[] {
  while (rows.length <= index) rows.push([]);
  return rows[index]!;
}

function copyRows<T>(to: T[][], from: readonly T[][]): void {
  to.length = from.length;
  from.forEach((row, i) => (to[i] = row.slice()));
}

function rowsKey(rows: readonly (readonly number[])[]): string {
  let text = '';
  for (const row of rows) text += `${row.join(',')};`;
  return text;
}
