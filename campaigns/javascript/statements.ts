import type { Statement, Style, Test } from '../program/ast.js';
import type { Expressions } from './expressions.js';

export interface Surroundings {
  readonly expressions: Expressions;
  readonly style: Style;
  /** Expression for the return value of the thread. */
  readonly result: string;
  /** Returns a function name that is not used yet. */
  readonly fresh: () => string;
  /** Name of the function that a recursion calls. */
  readonly again?: string;
}

export function statements(list: readonly Statement[], around: Surroundings): string {
  return list.map((each) => statement(each, around)).join('\n');
}

function statement(each: Statement, around: Surroundings): string {
  const { expressions, style } = around;
  const { locals } = expressions;
  const block = (list: readonly Statement[]): string => `{\n${statements(list, around)}\n}`;
  switch (each.kind) {
    case 'load':
    case 'update':
    case 'swap':
    case 'wait':
    case 'try-lock':
      return `${expressions.reading(each)};`;
    case 'store':
      return `${expressions.store(each.to, each.value, each.order === 'seq_cst')};`;
    case 'bulk-store':
      return `${expressions.bulkStore(each)};`;
    case 'bulk-load':
      return `${expressions.bulkLoad(each)};`;
    case 'set':
      return `${expressions.set(each.local, each.value)};`;
    case 'count': {
      const more = expressions.condition({ local: each.local, comparison: '<', value: each.limit });
      const zero = expressions.set(each.local, { kind: 'constant', value: 0 });
      return `if (${more}) ${expressions.increment(each.local)};${each.wraps ? ` else ${zero};` : ''}`;
    }
    case 'if': {
      const otherwise = each.otherwise.length === 0 ? '' : ` else ${block(each.otherwise)}`;
      return `if (${expressions.condition(each.condition)}) ${block(each.then)}${otherwise}`;
    }
    case 'loop': {
      const holds = each.test === undefined ? 'true' : test(each.test, expressions);
      return each.form === 'do' ? `do ${block(each.body)} while (${holds});` : `while (${holds}) ${block(each.body)}`;
    }
    case 'for': {
      const head = expressions.condition({ local: each.counter, comparison: '<', value: each.limit });
      const condition = each.test === undefined ? head : `${head} && ${test(each.test, expressions)}`;
      const start = expressions.set(each.counter, { kind: 'constant', value: 0 });
      return `for (${start}; ${condition}; ${expressions.increment(each.counter)}) ${block(each.body)}`;
    }
    case 'break':
    case 'continue':
      return `${each.kind};`;
    case 'return':
      return `return ${around.result};`;
    case 'leave':
      return 'return;';
    case 'recursion':
      return recursion(each, around);
    case 'again':
      return `if (depth > 0) ${call(style, `${around.again!}(depth - 1, ${expressions.argument(each.argument)})`)};`;
    case 'notify':
      return `${expressions.notify(each.to, each.at, each.count)};`;
    case 'assert':
      return `if (!(${expressions.condition(each.condition)})) throw new Error('A${each.number}');`;
    case 'pause':
      return { plain: ';', async: 'await null;', generator: `yield ${locals.read(0)};` }[style];
    default:
      throw new Error(`JavaScript has no ${each.kind}`);
  }
}

function test({ first, condition }: Test, expressions: Expressions): string {
  const holds = expressions.condition(condition);
  return first === undefined ? holds : `(${expressions.reading(first)}, ${holds})`;
}

/** Returns a call of a function in the style of the thread. */
function call(style: Style, text: string): string {
  return { plain: text, async: `await ${text}`, generator: `yield* ${text}` }[style];
}

export function functionOf(style: Style, name: string, parameters: string, body: string): string {
  const keyword = { plain: 'function', async: 'async function', generator: 'function*' }[style];
  return `${keyword} ${name}(${parameters}) {\n${body}\n}`;
}

/** Returns a recursive function, or two mutually recursive ones. */
function recursion({ depth, mutual, body }: Extract<Statement, { kind: 'recursion' }>, around: Surroundings): string {
  const { style, expressions } = around;
  const name = around.fresh();
  const names = mutual ? [`${name}f`, `${name}g`] : [`${name}f`];
  const zero = expressions.frameZero();
  const functions = names.map((each, i) => {
    const inner = statements(body, { ...around, again: names[(i + 1) % names.length]! });
    return functionOf(style, each, 'depth, f0', `let f1 = ${zero[1]};\n${inner}`);
  });
  return `${functions.join('\n')}\n${call(style, `${names[0]!}(${depth}, ${zero[0]})`)};`;
}
