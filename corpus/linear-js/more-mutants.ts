import type { Mutant } from './mutant.js';

/** Mutants of all other structures. */
export const OTHERS: readonly Mutant[] = [
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
    fails: 'enqueue(1) | dequeue()',
  },
  {
    structure: 'two-lock-queue',
    name: 'plain link',
    edits: [{ from: 'Atomics.store(this.next, this.words[TAIL]!, node)', to: 'this.next[this.words[TAIL]!] = node' }],
    fails: 'enqueue(1) | dequeue()',
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
    fails: 'enqueue(1); dequeue() | dequeue()',
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
    fails: 'increment() | increment()',
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
    fails: 'increment(); decrement() | decrement()',
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
    fails: 'add(0); size() | add(0)',
  },
  {
    structure: 'snapshot',
    name: 'read once',
    edits: [{ from: 'if (first.every((word, register) => Atomics.load(this.registers, register) === word)) ', to: '' }],
    fails: 'update(0, 1); update(1, 1) | scan()',
  },
  {
    structure: 'snapshot',
    name: 'one register not read again',
    edits: [
      {
        from: 'first.every((word, register) => Atomics.load(this.registers, register) === word)',
        to: 'Atomics.load(this.registers, 1) === first[1]',
      },
    ],
    fails: 'update(0, 1); update(1, 1) | scan()',
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
    fails: 'get(1) | set(1, 1)',
  },
  {
    structure: 'rwlock-map',
    name: 'plain unlock',
    edits: [{ from: 'Atomics.store(this.lock, 0, 0);', to: 'this.lock[0] = 0;' }],
    fails: 'get(1) | set(1, 1)',
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
    fails: 'get(1) | set(1, 1)',
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
    fails: 'add(1) | removeLeast()',
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
    fails: 'push(1); take() | steal()',
  },
  {
    structure: 'chase-lev-deque',
    name: 'plain store of bottom',
    edits: [{ from: 'Atomics.store(this.ends, 1, bottom);', to: 'this.ends[1] = bottom;' }],
    fails: 'push(1); push(1); take() | steal(); steal()',
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
    fails: 'push(1); push(1); take(); take() | steal()',
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
    fails: 'enqueue(1); dequeue() | dequeue()',
  },
  {
    structure: 'channel',
    name: 'notify dropped',
    edits: [{ from: 'Atomics.notify(this.words, 1);', to: '' }],
    fails: 'send(1) | receive()',
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
    fails: 'send(1) | receive()',
  },
  {
    structure: 'sized-set',
    name: 'lock forgets who sleeps',
    edits: [
      {
        file: 'lock.ts',
        from: 'Atomics.exchange(this.words, this.at, 2) !== 0) Atomics.wait(this.words, this.at, 2)',
        to: 'Atomics.exchange(this.words, this.at, 1) !== 0) Atomics.wait(this.words, this.at, 1)',
      },
    ],
    fails: 'add(0) | add(0)',
  },
];
