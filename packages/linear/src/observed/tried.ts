/** Rows of whole numbers that were added, for the configurations that a search has tried. */
export class Tried {
  private readonly width: number;
  private rows: Int32Array;
  /** Rows by hash, as their number + 1; 0: free. */
  private table = new Int32Array(1 << 12);
  size = 0;

  constructor(width: number) {
    this.width = width;
    this.rows = new Int32Array(width << 11);
  }

  /** Adds a row; returns false if it is there. */
  add(row: Int32Array): boolean {
    if (2 * this.size >= this.table.length) this.grow();
    const at = this.find(row, 0);
    if (this.table[at] !== 0) return false;
    this.rows.set(row, this.size * this.width);
    this.size++;
    this.table[at] = this.size;
    return true;
  }

  /** Returns where a row of an array is, or belongs, in the table. */
  private find(from: Int32Array, offset: number): number {
    const { table, rows, width } = this;
    const mask = table.length - 1;
    let hash = 0x9e3779b9;
    for (let i = 0; i < width; i++) hash = Math.imul(hash ^ from[offset + i]!, 0x85ebca6b) ^ (hash >>> 13);
    for (let at = (hash ^ (hash >>> 16)) & mask; ; at = (at + 1) & mask) {
      const row = table[at]!;
      if (row === 0) return at;
      let same = 0;
      while (same < width && rows[(row - 1) * width + same] === from[offset + same]) same++;
      if (same === width) return at;
    }
  }

  private grow(): void {
    this.table = new Int32Array(2 * this.table.length);
    const rows = new Int32Array(2 * this.rows.length);
    rows.set(this.rows);
    this.rows = rows;
    for (let row = 0; row < this.size; row++) this.table[this.find(rows, row * this.width)] = row + 1;
  }
}
