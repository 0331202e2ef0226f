import type { Cell, Program, Thread } from '../program/ast.js';
import { LOCALS } from '../program/ast.js';
import { Expressions } from './expressions.js';
import { localsOf } from './locals.js';
import { functionOf, statements } from './statements.js';
import { elementName, literal } from './values.js';

/** Common header of all checks of a file. */
export const HEADER = `import { check } from 'fencepost';
const low = (value) => (typeof value === 'bigint' ? Number(BigInt.asIntN(32, value)) : value | 0);
const high = (value) => (typeof value === 'bigint' ? Number(BigInt.asIntN(32, value >> 32n)) : value < 0 ? -1 : 0);
const mix = (hash, value) => Math.imul(Math.imul(hash ^ low(value), 16777619) ^ high(value), 16777619);
`;

/** Bytes between two cells. */
const APART = 16;

/** Returns the program as a check. */
export function render(program: Program, name: string): string {
  const { cells, threads } = program;
  const bytes = APART * (cells.length + 1);
  return [
    `check('${name}', (t) => {`,
    `const memory = new SharedArrayBuffer(${bytes});`,
    ...views(cells),
    ...threads.map((thread, t) => `t.thread('t${t}', ${threadText(thread, cells)});`),
    ...lastAssertion(program),
    '});',
    '',
  ].join('\n');
}

function views(cells: readonly Cell[]): string[] {
  const view = (name: string, cell: Cell, offset: number, count: number): string => {
    if (cell.access === 'plain') return `const ${name} = new DataView(memory, ${offset});`;
    return `const ${name} = new ${elementName(cell)}Array(memory, ${offset}, ${count});`;
  };
  const first = cells.findIndex(({ place }) => place === 'array');
  const lines = cells.flatMap((cell, i) => (cell.place === 'array' ? [] : [view(`c${i}`, cell, APART * i, 1)]));
  if (first >= 0) lines.push(view('a', cells[first]!, APART * first, cells.length - first));
  cells.forEach((cell, i) => {
    const value = literal(cell.initial, cell.type);
    const [name, index] = cell.place === 'array' ? ['a', i - first] : [`c${i}`, 0];
    const set = `${name}.set${elementName(cell)}(${(index * cell.type.bits) / 8}, ${value}, true);`;
    lines.push(cell.access === 'plain' ? set : `${name}[${index}] = ${value};`);
  });
  return lines;
}

function threadText(thread: Thread, cells: readonly Cell[]): string {
  const { style } = thread;
  const locals = localsOf(thread);
  const expressions = new Expressions(thread, locals, cells);
  let functions = 0;
  const pause = { plain: '', async: 'await null;', generator: 'yield;' }[style];
  const result = Array.from({ length: LOCALS }, (_, i) => i).reduce(
    (hash, i) => `mix(${hash}, ${locals.read(i)})`,
    '-2128831035',
  );
  const body = statements(thread.body, { expressions, style, result, fresh: () => `call${functions++}` });
  const inside = [locals.declarations, 'let wanted, seen;', pause, body, `return ${result};`].join('\n');
  if (style !== 'generator') return `${style === 'async' ? 'async ' : ''}() => {\n${inside}\n}`;
  const run = 'let result;\nfunction* all() {\nresult = yield* body();\n}\nfor (const _ of all());\nreturn result;';
  return `() => {\n${functionOf(style, 'body', '', inside)}\n${run}\n}`;
}

/** Returns an assertion that fails for a quarter of the outcomes. */
function lastAssertion({ cells, threads, last }: Program): string[] {
  if (last === undefined) return [];
  const names = threads.map((_, t) => `t${t}`);
  const results = names.reduce((hash, name) => `mix(${hash}, ${name})`, '-2128831035');
  const first = cells.findIndex(({ place }) => place === 'array');
  const memory = cells.reduce((hash, cell, i) => {
    const [name, index] = cell.place === 'array' ? ['a', i - first] : [`c${i}`, 0];
    const get = `${name}.get${elementName(cell)}(${(index * cell.type.bits) / 8}, true)`;
    return `mix(${hash}, ${cell.access === 'plain' ? get : `${name}[${index}]`})`;
  }, results);
  return [`t.after(({ ${names.join(', ')} }) => {`, `if ((${memory} & 3) === ${last}) throw new Error('A99');`, '});'];
}
