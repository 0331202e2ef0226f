import type { Program, Statement, Thread } from '../program/ast.js';
import { FRAME, LOCALS } from '../program/ast.js';
import type { LocalNames } from './expressions.js';
import { Expressions, localNames } from './expressions.js';
import { cellType, literal, typeName } from './names.js';
import type { Surroundings } from './statements.js';
import { statements } from './statements.js';

/** Value that main reads before the outcome. */
export const END = 0x5eedbeef;

/** Common header of all programs of a file. */
export const HEADER = `#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
void __VERIFIER_assume(int);
static uint32_t mix(uint32_t hash, uint64_t value) {
  return ((hash ^ (uint32_t)value) * 16777619u ^ (uint32_t)(value >> 32)) * 16777619u;
}
/* A hash as 64 bits, and back: a thread's result must come through whole. */
static void *leaving(uint32_t hash) { return (void *)((uint64_t)hash << 32 | (uint32_t)~hash); }
static uint64_t joined(void *result) {
  uint32_t hash = (uint32_t)((uint64_t)result >> 32);
  return hash == (uint32_t)~(uint64_t)result ? (uint64_t)(int64_t)(int32_t)hash : 1;
}
volatile int two = 2;
/* The last two values that main reads, if it gets so far. */
volatile uint32_t last;
static void ending(uint32_t outcome) {
  last = ${END}u;
  (void)last;
  last = outcome;
  (void)last;
}
`;

/** Returns the program as functions and variables that begin with the prefix; `PREFIXmain` is its main function. */
export function render(program: Program, prefix: string): string {
  return new Rendering(program, prefix).text();
}

class Rendering {
  private readonly program: Program;
  private readonly prefix: string;
  private readonly functions: string[] = [];
  private labels = 0;

  constructor(program: Program, prefix: string) {
    this.program = program;
    this.prefix = prefix;
  }

  text(): string {
    const { threads } = this.program;
    const rendered = threads.map((thread, t) => this.thread(thread, t)).reverse();
    return [...this.globals(), ...this.functions, ...rendered, ''].join('\n');
  }

  private globals(): string[] {
    const { cells, mutexes, conditions } = this.program;
    const { prefix } = this;
    const lines: string[] = [];
    const members: string[] = [];
    cells.forEach((cell, i) => {
      const type = cellType(cell);
      if (cell.place === 'global') lines.push(`${type} ${prefix}c${i} = ${literal(cell.initial, cell.type)};`);
      else if (cell.place === 'member') members.push(`${type} c${i};`);
      else if (cell.place !== 'array') lines.push(`${type} *${prefix}c${i};`);
    });
    if (members.length > 0) lines.push(`struct { ${members.join(' ')} } ${prefix}s;`);
    const array = cells.filter(({ place }) => place === 'array');
    if (array.length > 0) lines.push(`${cellType(array[0]!)} ${prefix}a[${array.length}];`);
    for (let i = 0; i < mutexes; i++) lines.push(`pthread_mutex_t ${prefix}m${i} = PTHREAD_MUTEX_INITIALIZER;`);
    for (let i = 0; i < conditions; i++) lines.push(`pthread_cond_t ${prefix}v${i} = PTHREAD_COND_INITIALIZER;`);
    return lines;
  }

  private cellName(cell: number): string {
    const { cells } = this.program;
    const { prefix } = this;
    switch (cells[cell]!.place) {
      case 'global':
        return `${prefix}c${cell}`;
      case 'member':
        return `${prefix}s.c${cell}`;
      case 'array':
        return `${prefix}a[${cells.slice(0, cell).filter(({ place }) => place === 'array').length}]`;
      default:
        return `*${prefix}c${cell}`;
    }
  }

  /** Returns the statements of main before it starts a thread. */
  private setUp(): string[] {
    return this.program.cells.flatMap((cell, i) => {
      const name = `${this.prefix}c${i}`;
      const initial = literal(cell.initial, cell.type);
      if (cell.place === 'global') return [];
      if (cell.place === 'heap') return [`${name} = malloc(sizeof *${name});`, `*${name} = ${initial};`];
      if (cell.place === 'stack') return [`${cellType(cell)} l${i} = ${initial};`, `${name} = &l${i};`];
      return [`${this.cellName(i)} = ${initial};`];
    });
  }

  private thread(thread: Thread, t: number): string {
    const own = `${this.prefix}t${t}_`;
    const names = localNames(thread, own, false);
    const body = statements(thread.body, this.surroundings(thread, own, names, false));
    const out = body.includes('goto out;') ? ['out:;'] : [];
    const declarations = this.locals(thread, own);
    if (t > 0) {
      const hash = Array.from({ length: LOCALS }, (_, i) => `hash = mix(hash, (uint64_t)${names(i)});`);
      const head = `static void *${this.prefix}t${t}(void *unused) {`;
      return [
        head,
        ...declarations,
        body,
        ...out,
        'uint32_t hash = 2166136261u;',
        ...hash,
        'return leaving(hash);',
        '}',
      ].join('\n');
    }
    const ids = this.program.threads.flatMap((_, i) => (i === 0 ? [] : [`t${i}`])).join(', ');
    const head = [
      `static void ${this.prefix}main(void) {`,
      `pthread_t ${ids};`,
      'void *result;',
      'uint32_t outcome = 2166136261u;',
    ];
    return [...head, ...declarations, ...this.setUp(), body, ...out, 'ending(outcome);', '}'].join('\n');
  }

  private locals({ storage, types }: Thread, own: string): string[] {
    const list = types.slice(0, LOCALS);
    const members = list.map((type, i) => `${typeName(type)} r${i};`).join(' ');
    switch (storage) {
      case 'array':
        return [`${typeName(types[0]!)} r[${LOCALS}] = {0};`];
      case 'variable-length':
        return [
          'int length = 2 * two;',
          `${typeName(types[0]!)} r[length];`,
          `for (int i = 0; i < ${LOCALS}; i++) r[i] = 0;`,
        ];
      case 'struct':
      case 'pointer':
      case 'heap': {
        this.functions.unshift(`struct ${own}locals { ${members} };`);
        if (storage === 'heap') return [`struct ${own}locals *r = calloc(1, sizeof *r);`];
        if (storage === 'struct') return [`struct ${own}locals r = {0};`];
        return [`struct ${own}locals kept = {0}, *r = &kept;`];
      }
      case 'thread-local':
        this.functions.unshift(...list.map((type, i) => `static _Thread_local ${typeName(type)} ${own}r${i};`));
        return [];
      default:
        return list.map((type, i) => `${typeName(type)} r${i} = 0;`);
    }
  }

  private surroundings(thread: Thread, own: string, names: LocalNames, inCall: boolean, again = ''): Surroundings {
    const { prefix } = this;
    const mutex = (i: number): string => `${prefix}m${i}`;
    const cell = (i: number): string => this.cellName(i);
    const expressions = new Expressions(thread, names, this.program.cells, cell, mutex);
    return {
      expressions,
      call: (recursion) => this.recursion(thread, own, recursion),
      again: (argument) =>
        `if (depth > 0) ${again}(${[...references(thread, inCall), 'depth - 1', argument].join(', ')});`,
      names: {
        cell,
        mutex,
        pointer: (i) => `${prefix}c${i}`,
        condition: (i) => `${prefix}v${i}`,
        thread: (i) => `${prefix}t${i}`,
        label: () => `loop${this.labels++}`,
      },
    };
  }

  /** Returns a recursive function, or two mutually recursive ones. */
  private recursion(
    thread: Thread,
    own: string,
    { depth, mutual, body }: Extract<Statement, { kind: 'recursion' }>,
  ): string {
    const number = this.labels++;
    const names = mutual ? [`${own}f${number}`, `${own}g${number}`] : [`${own}f${number}`];
    const [frame, next] = [thread.types[FRAME]!, thread.types[FRAME + 1]!];
    const parameters = [...parametersOf(thread, own), 'int depth', `${typeName(frame)} f0`].join(', ');
    this.functions.push(...names.map((name) => `static void ${name}(${parameters});`));
    names.forEach((name, i) => {
      const again = names[(i + 1) % names.length]!;
      const around = this.surroundings(thread, own, localNames(thread, own, true), true, again);
      this.functions.push(
        `static void ${name}(${parameters}) {\n${typeName(next)} f1 = 0;\n${statements(body, around)}\n}`,
      );
    });
    return `${names[0]!}(${[...references(thread, false), String(depth), '0'].join(', ')});`;
  }
}

/** Returns the parameters by which a function gets the locals of its thread. */
function parametersOf({ storage, types }: Thread, own: string): string[] {
  switch (storage) {
    case 'array':
    case 'variable-length':
      return [`${typeName(types[0]!)} *r`];
    case 'struct':
    case 'pointer':
    case 'heap':
      return [`struct ${own}locals *r`];
    case 'thread-local':
      return [];
    default:
      return types.slice(0, LOCALS).map((type, i) => `${typeName(type)} *r${i}`);
  }
}

function references({ storage }: Thread, inCall: boolean): string[] {
  switch (storage) {
    case 'thread-local':
      return [];
    case 'array':
    case 'variable-length':
    case 'pointer':
    case 'heap':
      return ['r'];
    case 'struct':
      return [inCall ? 'r' : '&r'];
    default:
      return Array.from({ length: LOCALS }, (_, i) => (inCall ? `r${i}` : `&r${i}`));
  }
}
