/** A buggy program: code, a check that the client sees, and a hidden one that judges the repaired code. */
export interface Task {
  readonly name: string;
  readonly language: 'c' | 'cpp' | 'ts' | 'litmus';
  readonly code: string;
  readonly check: string;
  readonly hidden: string;
}

/** Between the code and its check. The harness replaces what comes after it. */
export const MARK = '// --- check ---';

/** Functions that two threads run, and what must hold afterwards. */
interface Pattern {
  readonly name: string;
  /** In C11; C++ gets the same with methods of std::atomic. */
  readonly code: string;
  readonly threads: readonly [string, string];
  readonly after: string;
  /** A larger use of the same code. */
  readonly hidden?: { readonly threads: readonly [string, string]; readonly after: string };
}

// LOAD, STORE, SWAP and ADD are relaxed: that is the bug, unless a name says otherwise.
const PATTERNS: readonly Pattern[] = [
  {
    name: 'message',
    code: 'ATOMIC flag; int data, got;\nvoid put(void) { data = 42; STORE(flag, 1); }\nvoid take(void) { if (LOAD(flag)) got = data; else got = 42; }',
    threads: ['put();', 'take();'],
    after: 'got == 42',
    hidden: { threads: ['put();', 'take(); take();'], after: 'got == 42' },
  },
  {
    name: 'two-messages',
    code: 'ATOMIC flag; int one, two, sum;\nvoid put(void) { one = 1; two = 2; STORE(flag, 1); }\nvoid take(void) { sum = LOAD(flag) ? one + two : 3; }',
    threads: ['put();', 'take();'],
    after: 'sum == 3',
  },
  {
    name: 'dekker',
    code: 'ATOMIC a, b; int first, second;\nvoid left(void) { STORE(a, 1); first = !LOAD(b); }\nvoid right(void) { STORE(b, 1); second = !LOAD(a); }',
    threads: ['left();', 'right();'],
    after: '!(first && second)',
  },
  {
    name: 'spinlock',
    code: 'ATOMIC taken; int count;\nvoid enter(void) { while (SWAP(taken, 1)) { } }\nvoid leave(void) { STORE(taken, 0); }\nvoid work(void) { enter(); count++; leave(); }',
    threads: ['work();', 'work();'],
    after: 'count == 2',
    hidden: { threads: ['work(); work();', 'work();'], after: 'count == 3' },
  },
  {
    name: 'ticket',
    code: 'ATOMIC next, serving; int count;\nvoid work(void) { int mine = ADD(next, 1); while (LOAD(serving) != mine) { } count++; STORE(serving, mine + 1); }',
    threads: ['work();', 'work();'],
    after: 'count == 2',
    hidden: { threads: ['work(); work();', 'work();'], after: 'count == 3' },
  },
  {
    name: 'once',
    code: 'ATOMIC ready; int value, seen;\nvoid prepare(void) { if (!LOAD(ready)) { value = 7; STORE(ready, 1); } }\nvoid use(void) { seen = LOAD(ready) ? value : 7; }',
    threads: ['prepare();', 'use();'],
    after: 'seen == 7',
    hidden: { threads: ['prepare(); prepare();', 'use();'], after: 'seen == 7' },
  },
  {
    name: 'ring',
    code: 'ATOMIC head, tail; int slot[2], got;\nvoid push(int v) { int t = LOAD(tail); if (t - LOAD(head) == 2) return; slot[t % 2] = v; STORE(tail, t + 1); }\nvoid pop(void) { int h = LOAD(head); if (LOAD(tail) == h) return; got = slot[h % 2]; STORE(head, h + 1); }',
    threads: ['push(5);', 'pop();'],
    after: 'got == 0 || got == 5',
    hidden: { threads: ['push(5); push(5);', 'pop(); pop();'], after: 'got == 0 || got == 5' },
  },
  {
    name: 'release-a-reference',
    code: 'ATOMIC references; int content = 1, freed;\nvoid begin(void) { STORE(references, 2); }\nvoid drop(void) { content++; }\nvoid release(int own) { if (own) drop(); if (ADD(references, -1) == 1) { freed = content; content = 0; } }',
    threads: ['begin(); release(1);', 'if (LOAD(references) == 2) release(0);'],
    after: 'content == 0 || freed == 0',
  },
  {
    name: 'lost-update',
    code: 'ATOMIC count;\nvoid work(void) { STORE(count, LOAD(count) + 1); }',
    threads: ['work();', 'work();'],
    after: 'LOAD(count) == 2',
  },
  {
    name: 'check-then-act',
    code: 'ATOMIC taken; ATOMIC owners;\nvoid work(void) { if (!LOAD(taken)) { STORE(taken, 1); ADD(owners, 1); } }',
    threads: ['work();', 'work();'],
    after: 'LOAD(owners) <= 1',
  },
];

/** Replaces `STORE(a, b)` and the like, with arguments that may have calls of their own. */
function expanded(text: string, forms: Readonly<Record<string, (given: readonly string[]) => string>>): string {
  const found = /\b(LOAD|STORE|SWAP|ADD)\(/.exec(text);
  if (found === null) return text;
  const open = found.index + found[0].length;
  let depth = 1;
  let at = open;
  const commas: number[] = [];
  for (; depth > 0; at++) {
    if (text[at] === '(') depth++;
    else if (text[at] === ')') depth--;
    else if (text[at] === ',' && depth === 1) commas.push(at);
  }
  const ends = [...commas, at - 1];
  const given = ends.map((end, i) => expanded(text.slice(i === 0 ? open : ends[i - 1]! + 1, end).trim(), forms));
  return `${text.slice(0, found.index)}${forms[found[1]!]!(given)}${expanded(text.slice(at), forms)}`;
}

const IN_C = {
  LOAD: ([a]: readonly string[]) => `atomic_load_explicit(&${a!}, memory_order_relaxed)`,
  STORE: ([a, v]: readonly string[]) => `atomic_store_explicit(&${a!}, ${v!}, memory_order_relaxed)`,
  SWAP: ([a, v]: readonly string[]) => `atomic_exchange_explicit(&${a!}, ${v!}, memory_order_relaxed)`,
  ADD: ([a, v]: readonly string[]) => `atomic_fetch_add_explicit(&${a!}, ${v!}, memory_order_relaxed)`,
};
const IN_CPP = {
  LOAD: ([a]: readonly string[]) => `${a!}.load(std::memory_order_relaxed)`,
  STORE: ([a, v]: readonly string[]) => `${a!}.store(${v!}, std::memory_order_relaxed)`,
  SWAP: ([a, v]: readonly string[]) => `${a!}.exchange(${v!}, std::memory_order_relaxed)`,
  ADD: ([a, v]: readonly string[]) => `${a!}.fetch_add(${v!}, std::memory_order_relaxed)`,
};

/** One statement per line: a repair names lines. */
function lined(text: string): string {
  return text.replaceAll(/; (?=\S)/g, ';\n').replaceAll(/\{ (?=[^}\s])/g, '{\n');
}

function inC({ name, code, threads, after, hidden }: Pattern): Task {
  const main = (bodies: readonly [string, string], condition: string): string => `static void *thread_one(void *p) {
${expanded(bodies[0], IN_C)}
return p; }
static void *thread_two(void *p) {
${expanded(bodies[1], IN_C)}
return p; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, thread_one, 0);
  pthread_create(&b, 0, thread_two, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(${expanded(condition, IN_C)});
}
`;
  const text = lined(expanded(code, IN_C)).replaceAll('ATOMIC', 'atomic_int');
  return {
    ...{ name, language: 'c', code: `#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n${text}` },
    ...{ check: main(threads, after), hidden: main(hidden?.threads ?? threads, hidden?.after ?? after) },
  };
}

function inCpp({ name, code, threads, after, hidden }: Pattern): Task {
  const main = (bodies: readonly [string, string], condition: string): string => `int main() {
  std::thread first_thread([] { ${expanded(bodies[0], IN_CPP)} });
  std::thread second_thread([] { ${expanded(bodies[1], IN_CPP)} });
  first_thread.join();
  second_thread.join();
  assert(${expanded(condition, IN_CPP)});
}
`;
  const text = lined(expanded(code, IN_CPP)).replaceAll('ATOMIC', 'std::atomic<int>');
  return {
    ...{ name, language: 'cpp', code: `#include <atomic>\n#include <cassert>\n#include <thread>\n${text}` },
    ...{ check: main(threads, after), hidden: main(hidden?.threads ?? threads, hidden?.after ?? after) },
  };
}

/** In TypeScript the bug is a plain access of shared memory. `m` is the memory. */
const SCRIPTS: readonly (readonly [
  name: string,
  code: string,
  threads: readonly [string, string],
  wrong: string,
  hidden?: readonly [string, string],
])[] = [
  [
    'message',
    'function put() { m[1] = 42;\n m[0] = 1; }\nfunction take() { return m[0] === 1 ? m[1] : 42; }',
    ['put()', 'take()'],
    'two !== 42',
  ],
  [
    'wait-for-message',
    'function put() { m[1] = 42;\n m[0] = 1; }\nfunction take() { while (m[0] === 0);\n return m[1]; }',
    ['put()', 'take()'],
    'two !== 42',
  ],
  [
    'two-messages',
    'function put() { m[1] = 1;\n m[2] = 2;\n m[0] = 1; }\nfunction take() { if (m[0] === 0) return 3;\n return m[1] + m[2]; }',
    ['put()', 'take()'],
    'two !== 3',
  ],
  [
    'dekker',
    'function left() { m[0] = 1;\n return m[1]; }\nfunction right() { m[1] = 1;\n return m[0]; }',
    ['left()', 'right()'],
    'one === 0 && two === 0',
  ],
  [
    'once',
    'function prepare() { if (m[0] === 0) { m[1] = 7;\n m[0] = 1; } }\nfunction use() { return m[0] === 1 ? m[1] : 7; }',
    ['prepare()', 'use()'],
    'two !== 7',
    ['(prepare(), prepare())', 'use()'],
  ],
  [
    'ring',
    'function push(v: number) { const t = m[1];\n m[2 + (t % 2)] = v;\n m[1] = t + 1; }\nfunction pop() { const h = m[0];\n if (m[1] === h) return 5;\n const v = m[2 + (h % 2)];\n m[0] = h + 1;\n return v; }',
    ['push(5)', 'pop()'],
    'two !== 5',
    ['(push(5), push(5))', '(pop(), pop())'],
  ],
  [
    'stop-flag',
    'function stop() { m[1] = 9;\n m[0] = 1; }\nfunction run() { if (m[0] !== 0) return m[1];\n return 9; }',
    ['stop()', 'run()'],
    'two !== 9',
  ],
  [
    'sequence',
    'function write() { m[0] = 1;\n m[1] = 5;\n m[2] = 5;\n m[0] = 2; }\nfunction read() { const s = m[0];\n if (s === 1) return true;\n const a = m[1];\n const b = m[2];\n return m[0] !== s || a === b; }',
    ['write()', 'read()'],
    'two !== true',
  ],
  [
    'lost-update',
    'function add() { const n = Atomics.load(m, 0);\n Atomics.store(m, 0, n + 1); }',
    ['add()', 'add()'],
    'm[0] !== 2',
  ],
  [
    'check-then-act',
    'function take() { if (Atomics.load(m, 0) !== 0) return 0;\n Atomics.store(m, 0, 1);\n return 1; }',
    ['take()', 'take()'],
    'one + two > 1',
  ],
];

function inScript([name, code, threads, wrong, hidden]: (typeof SCRIPTS)[number]): Task {
  const check = ([one, two]: readonly [string, string]): string => `check('it', (t) => {
  t.thread('one', () => ${one});
  t.thread('two', () => ${two});
  t.after(({ one, two }: any) => {
    if (${wrong}) throw new Error('wrong');
  });
});
`;
  return {
    ...{
      name,
      language: 'ts',
      code: `import { check } from 'fencepost';\nconst m = new Int32Array(new SharedArrayBuffer(32));\n${code}`,
    },
    ...{ check: check(threads), hidden: check(hidden ?? threads) },
  };
}

/** Columns of two threads in x86, and the outcome that must not happen under TSO and PSO. */
const LITMUS: readonly (readonly [name: string, rows: readonly (readonly [string, string])[], outcome: string])[] = [
  [
    'SB',
    [
      ['movq $1,(x)', 'movq $1,(y)'],
      ['movq (y),%rax', 'movq (x),%rax'],
    ],
    '0:rax=0 /\\ 1:rax=0',
  ],
  [
    'SB+read',
    [
      ['movq $1,(x)', 'movq $1,(y)'],
      ['movq (x),%rbx', 'movq (y),%rbx'],
      ['movq (y),%rax', 'movq (x),%rax'],
    ],
    '0:rax=0 /\\ 1:rax=0',
  ],
  [
    'SB+half',
    [
      ['movq $1,(x)', 'movq $1,(y)'],
      ['mfence', ''],
      ['movq (y),%rax', 'movq (x),%rax'],
    ],
    '0:rax=0 /\\ 1:rax=0',
  ],
  [
    'SB+two',
    [
      ['movq $1,(x)', 'movq $1,(y)'],
      ['movq $1,(z)', 'movq $1,(w)'],
      ['movq (y),%rax', 'movq (x),%rax'],
    ],
    '0:rax=0 /\\ 1:rax=0',
  ],
  [
    'MP',
    [
      ['movq $1,(x)', 'movq (y),%rax'],
      ['movq $1,(y)', 'movq (x),%rbx'],
    ],
    '1:rax=1 /\\ 1:rbx=0',
  ],
  [
    'MP+three',
    [
      ['movq $1,(x)', 'movq (z),%rax'],
      ['movq $1,(y)', 'movq (y),%rcx'],
      ['movq $1,(z)', 'movq (x),%rbx'],
    ],
    '1:rax=1 /\\ 1:rbx=0',
  ],
  [
    'R',
    [
      ['movq $1,(x)', 'movq $2,(y)'],
      ['movq $1,(y)', 'movq (x),%rax'],
    ],
    'y=2 /\\ 1:rax=0',
  ],
  [
    'S',
    [
      ['movq $2,(x)', 'movq (y),%rax'],
      ['movq $1,(y)', 'movq $1,(x)'],
    ],
    '1:rax=1 /\\ x=2',
  ],
  [
    '2+2W',
    [
      ['movq $1,(x)', 'movq $1,(y)'],
      ['movq $2,(y)', 'movq $2,(x)'],
    ],
    'x=1 /\\ y=1',
  ],
  [
    'SB+late',
    [
      ['movq $1,(x)', 'movq $1,(y)'],
      ['movq (y),%rax', 'movq (x),%rax'],
      ['mfence', 'mfence'],
    ],
    '0:rax=0 /\\ 1:rax=0',
  ],
];

function inLitmus([name, rows, outcome]: (typeof LITMUS)[number]): Task {
  const body = rows.map(([left, right]) => ` ${left.padEnd(14)} | ${right.padEnd(14)} ;`).join('\n');
  const code = `X86_64 ${name}\n{ x=0; y=0; z=0; w=0; }\n P0 | P1 ;\n${body}`;
  return { name, language: 'litmus', code, check: `exists (${outcome})\n`, hidden: `exists (${outcome})\n` };
}

/** Forty tasks, ten of each language. */
export const TASKS: readonly Task[] = [
  ...PATTERNS.map(inC),
  ...PATTERNS.map(inCpp),
  ...SCRIPTS.map(inScript),
  ...LITMUS.map(inLitmus),
];
