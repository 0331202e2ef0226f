import { grown } from '@fencepost/core';

/** Integers by index, overwritten through a `Trail` so that each step can be undone. */
export class Column {
  data = new Int32Array(0);
  readonly number: number;
  private readonly initial: number;

  constructor(number: number, initial: number) {
    this.number = number;
    this.initial = initial;
  }

  /** Allocates space for `count` entries. New entries hold the initial value. */
  fit(count: number): void {
    const known = this.data.length;
    if (count <= known) return;
    const wider = new Int32Array(Math.max(count, 2 * known, 8)).fill(this.initial, known);
    wider.set(this.data);
    this.data = wider;
  }
}

const FIELDS = 3;

/** Undo log of overwritten words, newest last. Backtracking writes them back (a few words per step, no snapshots). */
export class Trail {
  private readonly columns: Column[] = [];
  private records = new Int32Array(FIELDS * 256);
  private top = 0;

  column(initial = 0): Column {
    const column = new Column(this.columns.length, initial);
    this.columns.push(column);
    return column;
  }

  set(column: Column, index: number, value: number): void {
    const { top } = this;
    if (top + FIELDS > this.records.length) this.records = grown(this.records, top + FIELDS);
    const { records } = this;
    const { data } = column;
    records[top] = column.number;
    records[top + 1] = index;
    records[top + 2] = data[index]!;
    this.top = top + FIELDS;
    data[index] = value;
  }

  mark(): number {
    return this.top;
  }

  undo(mark: number): void {
    const { columns, records } = this;
    for (let at = this.top - FIELDS; at >= mark; at -= FIELDS) {
      columns[records[at]!]!.data[records[at + 1]!] = records[at + 2]!;
    }
    this.top = mark;
  }
}
