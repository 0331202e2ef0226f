// The Snark deque of Detlefs et al. (DISC 2000), which is wrong (Doherty et al., SPAA 2004). It needs a compare-and-swap of
// two words; here all words are fields of a larger one. Nodes are not used again, as if there were a garbage collector.
export class SnarkDeque {
  private readonly memory = new BigInt64Array(new SharedArrayBuffer(8));
  private readonly nodes: Int32Array; // the number of nodes, then their values

  constructor(nodes: number) {
    this.nodes = new Int32Array(new SharedArrayBuffer(4 * (nodes + 1)));
    this.memory[0] = 0n; // the hats and both pointers of node 0 are node 0, the dummy
  }

  pushRight(value: number): void {
    this.push(value, RIGHT);
  }

  pushLeft(value: number): void {
    this.push(value, LEFT);
  }

  popRight(): number | undefined {
    return this.pop(RIGHT);
  }

  popLeft(): number | undefined {
    return this.pop(LEFT);
  }

  private push(value: number, side: number): void {
    const node = Atomics.add(this.nodes, 0, 1) + 1;
    Atomics.store(this.nodes, node, value);
    const other = 1 - side;
    for (;;) {
      const hat = this.read(side);
      const outward = this.read(pointer(hat, side));
      if (outward === hat) {
        const otherHat = this.read(other);
        this.write(pointer(node, other), 0);
        if (this.swapTwo(side, hat, node, other, otherHat, node)) return;
      } else {
        this.write(pointer(node, other), hat);
        if (this.swapTwo(side, hat, node, pointer(hat, side), outward, node)) return;
      }
    }
  }

  private pop(side: number): number | undefined {
    const other = 1 - side;
    for (;;) {
      const hat = this.read(side);
      const otherHat = this.read(other);
      if (this.read(pointer(hat, side)) === hat) return undefined;
      if (hat === otherHat) {
        if (this.swapTwo(side, hat, 0, other, otherHat, 0)) return Atomics.load(this.nodes, hat);
      } else {
        const inward = this.read(pointer(hat, other));
        if (this.swapTwo(side, hat, inward, pointer(hat, other), inward, hat)) {
          const value = Atomics.load(this.nodes, hat);
          this.write(pointer(hat, side), 0);
          return value;
        }
      }
    }
  }

  private read(field: number): number {
    return fieldOf(Atomics.load(this.memory, 0), field);
  }

  private write(field: number, value: number): void {
    for (;;) {
      const word = Atomics.load(this.memory, 0);
      if (Atomics.compareExchange(this.memory, 0, word, withField(word, field, value)) === word) return;
    }
  }

  private swapTwo(a: number, oldA: number, newA: number, b: number, oldB: number, newB: number): boolean {
    for (;;) {
      const word = Atomics.load(this.memory, 0);
      if (fieldOf(word, a) !== oldA || fieldOf(word, b) !== oldB) return false;
      const swapped = withField(withField(word, a, newA), b, newB);
      if (Atomics.compareExchange(this.memory, 0, word, swapped) === word) return true;
    }
  }
}

const RIGHT = 0;
const LEFT = 1;

function pointer(node: number, side: number): number {
  return 2 + 2 * node + side;
}

function fieldOf(word: bigint, field: number): number {
  return Number((word >> BigInt(4 * field)) & 15n);
}

function withField(word: bigint, field: number, value: number): bigint {
  const shift = BigInt(4 * field);
  return (word & ~(15n << shift)) | (BigInt(value) << shift);
}
