import { grown } from './columns.js';

const END = 0;

/** Per write, a list of the threads that read it, each with its version then. */
export class DirectReaders {
  /** By write: the first element of its list. */
  private first = new Int32Array(1024);
  // By element.
  private next = new Int32Array(1024);
  private reader = new Int32Array(1024);
  private version = new Int32Array(1024);
  private used = 1;
  /** Elements to use again, linked by `next`. */
  private free = END;

  /** Does `reached` hold for one of the readers? */
  some(write: number, reached: (reader: number, version: number) => boolean): boolean {
    if (write >= this.first.length) return false;
    for (let at = this.first[write]!; at !== END; at = this.next[at]!) {
      if (reached(this.reader[at]!, this.version[at]!)) return true;
    }
    return false;
  }

  add(write: number, reader: number, version: number): void {
    if (write >= this.first.length) this.first = grown(this.first, write + 1);
    const at = this.element();
    this.reader[at] = reader;
    this.version[at] = version;
    this.next[at] = this.first[write]!;
    this.first[write] = at;
  }

  drop(write: number): void {
    if (write >= this.first.length) return;
    for (let at = this.first[write]!; at !== END;) {
      const next = this.next[at]!;
      this.next[at] = this.free;
      this.free = at;
      at = next;
    }
    this.first[write] = END;
  }

  private element(): number {
    if (this.free !== END) {
      const at = this.free;
      this.free = this.next[at]!;
      return at;
    }
    const at = this.used++;
    if (at >= this.next.length) {
      for (const column of ['next', 'reader', 'version'] as const) this[column] = grown(this[column], at + 1);
    }
    return at;
  }
}
