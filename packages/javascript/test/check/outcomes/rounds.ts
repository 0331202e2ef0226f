import type { Case } from './case.js';

/** A thread that goes round until another one says stop. `tells`: 0 if it never went round, 1 if it did, however often. */
function rounds(before: string, round: string, tells: string): Case {
  return {
    threads: {
      a: `() => { ${before}; while (Atomics.load(m, 0) !== 1) { ${round}; } return ${tells}; }`,
      b: '() => { Atomics.store(m, 0, 1); }',
    },
    outcomes: ['[0,null]', '[1,null]'],
  };
}

/** A thread whose rounds change nothing that lasts: one execution is enough. */
function waits(before: string, round: string): Case {
  return { ...rounds(before, round, '0'), outcomes: ['[0,null]'] };
}

/** Rounds that leave something behind in an object, once and for all. */
export const ROUNDS: Readonly<Record<string, Case>> = {
  'a Map': rounds('const o = new Map()', `o.set('once', 1)`, 'o.size'),
  'a Set': rounds('const o = new Set()', 'o.add(1)', 'o.size'),
  'a Map that loses an entry': rounds('const o = new Map([[1, 1]])', 'o.delete(1)', '1 - o.size'),
  'an array that grows once': rounds('const o = []', 'if (o.length === 0) o.push(1)', 'o.length'),
  'an array that is emptied': rounds('const o = [1]', 'o.length = 0', '1 - o.length'),
  'an array that is sorted': rounds('const o = [2, 1]', 'o.sort()', '2 - o[0]'),
  'a typed array': rounds('const o = new Int32Array(1)', 'o.fill(1)', 'o[0]'),
  'an atomic of memory that is not shared': rounds(
    'const o = new Int32Array(new ArrayBuffer(4))',
    'Atomics.store(o, 0, 1)',
    'o[0]',
  ),
  'a DataView': rounds('const o = new DataView(new ArrayBuffer(4))', 'o.setInt8(0, 1)', 'o.getInt8(0)'),
  'a property': rounds('const o = { n: 0 }', 'o.n = 1', 'o.n'),
  'a property of this': rounds('const o = { n: 0, go() { this.n = 1; } }', 'o.go()', 'o.n'),
  'a property with a name in quotes': rounds('const o = { n: 0 }', `o['n'] = 1`, 'o.n'),
  'a new property': rounds('const o = {}', 'o.n = undefined', `'n' in o ? 1 : 0`),
  'a private field': rounds(
    'class C { #n = 0; go() { this.#n = 1; } get n() { return this.#n; } } const o = new C()',
    'o.go()',
    'o.n',
  ),
  'a property in a pattern': rounds('const o = { n: 0 }', '({ a: o.n } = { a: 1 })', 'o.n'),
  'a property in a list': rounds('const o = { n: 0 }', '[o.n] = [1]', 'o.n'),
  'Object.assign': rounds('const o = { n: 0 }', 'Object.assign(o, { n: 1 })', 'o.n'),
  'Object.defineProperty': rounds('const o = { n: 0 }', `Object.defineProperty(o, 'n', { value: 1 })`, 'o.n'),
  'Reflect.set': rounds('const o = { n: 0 }', `Reflect.set(o, 'n', 1)`, 'o.n'),
  'a date': rounds('const o = new Date(0)', 'o.setTime(1)', 'o.getTime()'),
  'a regular expression': rounds('const o = /a/y', `if (o.lastIndex === 0) o.test('a')`, 'o.lastIndex'),

  'what is there already': waits('const o = { n: 1 }; const p = new Map([[1, 1]])', 'o.n = 1; p.set(1, 1)'),
  'an object of the round': waits('', 'const o = {}; o.n = 1; const list = []; list.push(1, 2); list.push(3)'),
  'a cached value': waits('const o = { tail: 0 }', 'o.tail = m[1]'),
  'there and back': waits('const o = { n: 1 }', 'o.n = 2; o.n = 1'),
};
