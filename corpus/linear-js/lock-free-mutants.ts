import type { Edit, Mutant } from './mutant.js';

/** Edits a check so that few calls are enough, because more happens before the threads start. */
const ofCheck = (structure: string, from: string, to: string): Edit => ({ file: `${structure}.check.ts`, from, to });

/** Mutants of rings, stacks and queues without locks. */
export const LOCK_FREE: readonly Mutant[] = [
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
    fails: 'push(1) | pop()',
  },
  {
    structure: 'spsc-ring',
    name: 'plain store of tail',
    edits: [{ from: 'Atomics.store(this.ends, 1, next);', to: 'this.ends[1] = next;' }],
    fails: 'push(1) | pop()',
    model: 'arm64',
  },
  {
    structure: 'spsc-ring',
    name: 'plain load of tail',
    edits: [{ from: 'head === Atomics.load(this.ends, 1)', to: 'head === this.ends[1]' }],
    fails: 'push(1) | pop()',
    model: 'arm64',
  },
  {
    structure: 'mpmc-ring',
    name: 'empty as in the original',
    edits: [{ from: ' && Atomics.load(this.ends, 1) === at', to: '' }],
    fails: 'enqueue(1); dequeue() | enqueue(1)',
  },
  {
    structure: 'mpmc-ring',
    name: 'full as in the original',
    edits: [
      { from: ' && Atomics.load(this.ends, 0) + this.capacity === at', to: '' },
      ofCheck('mpmc-ring', '{ calls: 6', "{ calls: 6, initial: [['enqueue', 1], ['enqueue', 2]]"),
    ],
    fails: 'dequeue(); enqueue(1) | dequeue()',
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
    fails: 'enqueue(1); enqueue(1) | enqueue(1)',
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
    fails: 'enqueue(1) | dequeue()',
  },
  {
    structure: 'treiber-stack',
    name: 'tag dropped',
    edits: [
      { file: 'arena.ts', from: 'node | ((before & ~0xff) + 0x100)', to: 'before === -1 ? 0 : node' },
      ofCheck('treiber-stack', 'new TreiberStack(7)', 'new TreiberStack(3)'),
      ofCheck('treiber-stack', '{ calls: 6', "{ calls: 6, blocking: ['push'], initial: [['push', 1], ['push', 2]]"),
    ],
    fails: 'pop(); push(2); push(2); pop() | pop()',
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
      ofCheck('treiber-stack', '{ calls: 6', "{ calls: 6, blocking: ['push']"),
    ],
    fails: 'push(1); push(2) | pop()',
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
    fails: 'push(1); pop(); pop() | push(1)',
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
      ofCheck('michael-scott-queue', '{ calls: 6', "{ calls: 6, blocking: ['enqueue']"),
    ],
    fails: 'dequeue(); enqueue(1); dequeue() | enqueue(1)',
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
    fails: 'enqueue(1); dequeue(); dequeue() | enqueue(1)',
  },
];
