/** A structure with one thing wrong. */
export interface Mutant {
  /** The check whose structure it is: `spsc-ring` of spsc-ring.check.ts. */
  readonly structure: string;
  readonly name: string;
  /** What is replaced, in which file if not that of the structure. Each text occurs once. */
  readonly edits: readonly Edit[];
  /** The smallest scenario that fails, and the weakest model that is needed for it. */
  readonly fails: string;
  readonly model: 'sc' | 'arm64';
}

export interface Edit {
  readonly file?: string;
  readonly from: string;
  readonly to: string;
}

/** The settings of a check that has few calls, as more happens before the threads start. */
const ofCheck = (structure: string, from: string, to: string): Edit => ({ file: `${structure}.check.ts`, from, to });

export const MUTANTS: readonly Mutant[] = [
  {
    structure: 'spsc-ring',
    name: 'stores swapped',
    edits: [
      {
        from: `this.slots[tail] = value;
    Atomics.store(this.ends, 1, next);`,
        to: `Atomics.store(this.ends, 1, next);
    this.slots[tail] = value;`,
      },
    ],
    fails: '',
    model: 'sc',
  },
  {
    structure: 'spsc-ring',
    name: 'plain store of tail',
    edits: [{ from: 'Atomics.store(this.ends, 1, next);', to: 'this.ends[1] = next;' }],
    fails: '',
    model: 'arm64',
  },
  {
    structure: 'spsc-ring',
    name: 'plain load of tail',
    edits: [{ from: 'head === Atomics.load(this.ends, 1)', to: 'head === this.ends[1]' }],
    fails: '',
    model: 'arm64',
  },
  {
    structure: 'spsc-ring',
    name: 'read after head has moved',
    edits: [
      {
        from: `const value = this.slots[head];
    Atomics.store(this.ends, 0, (head + 1) % this.slots.length);
    return value;`,
        to: `Atomics.store(this.ends, 0, (head + 1) % this.slots.length);
    return this.slots[head];`,
      },
      ofCheck('spsc-ring', 'new SpscRing(2)', 'new SpscRing(1)'),
    ],
    fails: '',
    model: 'sc',
  },
  {
    structure: 'mpmc-ring',
    name: 'empty as in the original',
    edits: [{ from: ' && Atomics.load(this.ends, 1) === at', to: '' }],
    fails: '',
    model: 'sc',
  },
  {
    structure: 'mpmc-ring',
    name: 'full as in the original',
    edits: [
      { from: ' && Atomics.load(this.ends, 0) + this.capacity === at', to: '' },
      ofCheck('mpmc-ring', '{ calls: 6', "{ calls: 6, initial: [['enqueue', 1], ['enqueue', 2]]"),
    ],
    fails: '',
    model: 'sc',
  },
  {
    structure: 'mpmc-ring',
    name: 'cell claimed without comparing',
    edits: [
      {
        from: 'turn === at && Atomics.compareExchange(this.ends, 1, at, at + 1) === at',
        to: 'turn === at && Atomics.store(this.ends, 1, at + 1) > at',
      },
    ],
    fails: '',
    model: 'sc',
  },
  {
    structure: 'mpmc-ring',
    name: 'turn before value',
    edits: [
      {
        from: `this.values[cell] = value;
        Atomics.store(this.turns, cell, at + 1);`,
        to: `Atomics.store(this.turns, cell, at + 1);
        this.values[cell] = value;`,
      },
    ],
    fails: '',
    model: 'sc',
  },
  {
    structure: 'treiber-stack',
    name: 'tag dropped',
    edits: [
      { file: 'arena.ts', from: 'node | ((before & ~0xff) + 0x100)', to: 'before === -1 ? 0 : node' },
      ofCheck('treiber-stack', 'new TreiberStack(7)', 'new TreiberStack(3)'),
      ofCheck('treiber-stack', '{ calls: 6', "{ calls: 6, initial: [['push', 1], ['push', 2]]"),
    ],
    fails: '',
    model: 'sc',
  },
  {
    structure: 'treiber-stack',
    name: 'value read after release',
    edits: [
      {
        from: `const value = this.values[node];
        this.arena.release(node);
        return value;`,
        to: `this.arena.release(node);
        return this.values[node];`,
      },
      ofCheck('treiber-stack', 'new TreiberStack(7)', 'new TreiberStack(1)'),
    ],
    fails: '',
    model: 'sc',
  },
  {
    structure: 'treiber-stack',
    name: 'next not set again',
    edits: [
      {
        from: `for (;;) {
      const top = Atomics.load(this.top, 0);
      Atomics.store(this.next, node, nodeOf(top));
      if (`,
        to: `Atomics.store(this.next, node, nodeOf(Atomics.load(this.top, 0)));
    for (;;) {
      const top = Atomics.load(this.top, 0);
      if (`,
      },
    ],
    fails: '',
    model: 'sc',
  },
  {
    structure: 'michael-scott-queue',
    name: 'head may overtake tail',
    edits: [
      {
        from: `if (nodeOf(head) === nodeOf(tail)) {
        Atomics.compareExchange(this.ends, TAIL, tail, tagged(next, tail));
        continue;
      }`,
        to: 'void tail;',
      },
      ofCheck('michael-scott-queue', 'new MichaelScottQueue(7)', 'new MichaelScottQueue(2)'),
    ],
    fails: '',
    model: 'sc',
  },
  {
    structure: 'michael-scott-queue',
    name: 'tail moved without comparing',
    edits: [
      {
        from: `Atomics.compareExchange(this.ends, TAIL, tail, tagged(node, tail));
        return true;`,
        to: `Atomics.store(this.ends, TAIL, tagged(node, tail));
        return true;`,
      },
      ofCheck('michael-scott-queue', 'new MichaelScottQueue(7)', 'new MichaelScottQueue(2)'),
    ],
    fails: '',
    model: 'sc',
  },
  {
    structure: 'michael-scott-queue',
    name: 'linked without comparing',
    edits: [
      {
        from: 'Atomics.compareExchange(this.next, nodeOf(tail), next, tagged(node, next)) === next',
        to: 'Atomics.store(this.next, nodeOf(tail), tagged(node, next)) !== next',
      },
    ],
    fails: '',
    model: 'sc',
  },
  {
    structure: 'two-lock-queue',
    name: 'linked before the value is set',
    edits: [
      {
        from: `this.values[node] = value;
      Atomics.store(this.next, this.words[TAIL]!, node);`,
        to: `Atomics.store(this.next, this.words[TAIL]!, node);
      this.values[node] = value;`,
      },
    ],
    fails: '',
    model: 'sc',
  },
  {
    structure: 'two-lock-queue',
    name: 'plain link',
    edits: [{ from: 'Atomics.store(this.next, this.words[TAIL]!, node)', to: 'this.next[this.words[TAIL]!] = node' }],
    fails: '',
    model: 'arm64',
  },
  {
    structure: 'two-lock-queue',
    name: 'one lock dropped',
    edits: [
      { from: 'return this.headLock.holding(() => {', to: 'return [0].map(() => {' },
      {
        from: `return this.values[next];
    });`,
        to: `return this.values[next];
    })[0];`,
      },
    ],
    fails: '',
    model: 'sc',
  },
  {
    structure: 'counter',
    name: 'update lost',
    edits: [
      {
        from: 'return Atomics.add(this.count, 0, 1) + 1;',
        to: 'return Atomics.store(this.count, 0, Atomics.load(this.count, 0) + 1);',
      },
    ],
    fails: '',
    model: 'sc',
  },
  {
    structure: 'counter',
    name: 'zero not checked again',
    edits: [
      {
        from: 'if (Atomics.compareExchange(this.count, 0, count, count - 1) === count) return count - 1;',
        to: 'return Atomics.sub(this.count, 0, 1) - 1;',
      },
    ],
    fails: '',
    model: 'sc',
  },
  {
    structure: 'sized-set',
    name: 'add without the lock',
    edits: [
      {
        from: `return this.lock.holding(() => {
      const before = Atomics.or(`,
        to: `return [0].every(() => {
      const before = Atomics.or(`,
      },
    ],
    fails: '',
    model: 'sc',
  },
  {
    structure: 'snapshot',
    name: 'read once',
    edits: [{ from: 'if (first.every((word, register) => Atomics.load(this.registers, register) === word)) ', to: '' }],
    fails: '',
    model: 'sc',
  },
  {
    structure: 'snapshot',
    name: 'values compared, not writes',
    edits: [{ from: '(before & ~0xff) + 0x100 + value', to: 'before === -1 ? 0 : value' }],
    fails: '',
    model: 'sc',
  },
  {
    structure: 'rwlock-map',
    name: 'readers do not lock',
    edits: [
      {
        from: `this.lockShared();
`,
        to: `
`,
      },
      {
        from: `this.unlockShared();
`,
        to: `
`,
      },
    ],
    fails: '',
    model: 'sc',
  },
  {
    structure: 'rwlock-map',
    name: 'plain unlock',
    edits: [{ from: 'Atomics.store(this.lock, 0, 0);', to: 'this.lock[0] = 0;' }],
    fails: '',
    model: 'arm64',
  },
  {
    structure: 'lru-cache',
    name: 'get without the lock',
    edits: [
      {
        from: `return this.lock.holding(() => {
      const value`,
        to: `return [0].map(() => {
      const value`,
      },
      {
        from: `return value;
    });`,
        to: `return value;
    })[0];`,
      },
    ],
    fails: '',
    model: 'sc',
  },
  {
    structure: 'priority-queue',
    name: 'removal without the lock',
    edits: [
      {
        from: `return this.lock.holding(() => {
      const size`,
        to: `return [0].map(() => {
      const size`,
      },
      {
        from: `return least;
    });`,
        to: `return least;
    })[0];`,
      },
    ],
    fails: '',
    model: 'sc',
  },
  {
    structure: 'chase-lev-deque',
    name: 'last element taken without comparing',
    edits: [
      {
        from: 'const won = Atomics.compareExchange(this.ends, 0, top, top + 1) === top;',
        to: 'const won = Atomics.store(this.ends, 0, top + 1) > top;',
      },
    ],
    fails: '',
    model: 'sc',
  },
  {
    structure: 'chase-lev-deque',
    name: 'plain store of bottom',
    edits: [{ from: 'Atomics.store(this.ends, 1, bottom);', to: 'this.ends[1] = bottom;' }],
    fails: '',
    model: 'arm64',
  },
  {
    structure: 'chase-lev-deque',
    name: 'bottom read before top',
    edits: [
      {
        from: `const top = Atomics.load(this.ends, 0);
      const bottom = Atomics.load(this.ends, 1);`,
        to: `const bottom = Atomics.load(this.ends, 1);
      const top = Atomics.load(this.ends, 0);`,
      },
    ],
    fails: '',
    model: 'sc',
  },
  {
    structure: 'herlihy-wing-queue',
    name: 'taken without exchanging',
    edits: [
      {
        from: `const value = Atomics.exchange(this.items, i, 0);
        if (value !== 0) return value;`,
        to: `const value = Atomics.load(this.items, i);
        if (value === 0) continue;
        Atomics.store(this.items, i, 0);
        return value;`,
      },
    ],
    fails: '',
    model: 'sc',
  },
  {
    structure: 'channel',
    name: 'notify dropped',
    edits: [{ from: 'Atomics.notify(this.words, 1);', to: '' }],
    fails: '',
    model: 'sc',
  },
  {
    structure: 'channel',
    name: 'changes read after the lock is free',
    edits: [
      {
        from: `const changes = Atomics.load(this.words, 1);
      this.lock.release();`,
        to: `this.lock.release();
      const changes = Atomics.load(this.words, 1);`,
      },
    ],
    fails: '',
    model: 'sc',
  },
  {
    structure: 'channel',
    name: 'lock forgets who sleeps',
    edits: [
      {
        file: 'lock.ts',
        from: 'Atomics.exchange(this.words, this.at, 2) !== 0',
        to: 'Atomics.exchange(this.words, this.at, 1) !== 0',
      },
    ],
    fails: '',
    model: 'sc',
  },
];
