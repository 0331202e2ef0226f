// Two registers that can be read at once: they are read until nothing has changed between two readings.
export class Snapshot {
  private readonly registers = new Int32Array(new SharedArrayBuffer(8)); // each: how often it was written, and its value

  update(register: number, value: number): void {
    for (;;) {
      const before = Atomics.load(this.registers, register);
      const after = (before & ~0xff) + 0x100 + value;
      if (Atomics.compareExchange(this.registers, register, before, after) === before) return;
    }
  }

  scan(): number[] {
    for (;;) {
      const first = [Atomics.load(this.registers, 0), Atomics.load(this.registers, 1)];
      if (first.every((word, register) => Atomics.load(this.registers, register) === word)) {
        return first.map((word) => word & 0xff);
      }
    }
  }
}
