import { basename } from 'node:path';
import binaryen from 'binaryen';
import type { Expression } from './s-expressions.js';
import { headOf, nameOf, parseExpressions } from './s-expressions.js';
import { WAST_HOST } from './wast-host.js';

/**
 * Translates a script of WebAssembly's test suite to a check and a file for each of its threads, by name. The script
 * and its assertions are a thread; `(thread …)` is a worker, `(wait …)` waits for its end.
 */
export function checkOfWast(text: string, file: string): Record<string, string> {
  const files = new Map<string, string>();
  const body = statements(parseExpressions(text), files);
  files.set('host.mjs', WAST_HOST);
  files.set(
    'test.check.mjs',
    `import { check } from 'fencepost';
${IMPORTS}
check(${JSON.stringify(basename(file))}, (t) => {
  t.thread('script', async () => {
    const s = script();
${body}
  });
});
`,
  );
  return Object.fromEntries(files);
}

const IMPORTS = `import { once } from 'node:events';
import { Worker, workerData } from 'node:worker_threads';
import { script } from './host.mjs';
`;

/** Translates commands. Threads are added to the files. */
function statements(commands: readonly Expression[], files: Map<string, string>): string {
  return commands.map((command) => `    ${statement(command, files)}\n`).join('');
}

function statement(command: Expression, files: Map<string, string>): string {
  const items = command.items ?? [];
  const name = nameOf(command);
  switch (headOf(command)) {
    case 'module':
      return `s.module(${compiled(command)}, ${quoted(name)});`;
    case 'register':
      return `s.register(${items[1]!.text}, ${quoted(items[2]?.text)});`;
    case 'invoke':
      return `${invocation(command)};`;
    case 'assert_return':
      return `s.returns(${invocation(items[1]!)}, [${items.length < 3 ? 'undefined' : alternatives(items[2]!).join(', ')}]);`;
    case 'assert_trap':
      return `s.traps(() => ${invocation(items[1]!)});`;
    case 'assert_unlinkable':
      return `s.unlinkable(${compiled(items[1]!)});`;
    // What a validator or a parser refuses has no executions.
    case 'assert_invalid':
    case 'assert_malformed':
      return '';
    case 'thread':
      return thread(name!, items.slice(2), files);
    case 'wait':
      return `await end${identifier(name!)};`;
    case undefined:
    default:
      throw new Error(`a command that is not known: ${command.text.slice(0, 60)}`);
  }
}

function thread(name: string, items: readonly Expression[], files: Map<string, string>): string {
  const shared = items.filter((each) => headOf(each) === 'shared');
  const names = shared.flatMap(({ items: modules = [] }) => modules.slice(1).map((each) => nameOf(each)!));
  const file = `${identifier(name)}.mjs`;
  const body = statements(items.slice(shared.length), files);
  files.set(file, `${IMPORTS}const s = script(workerData);\n${body}`);
  const worker = `new Worker(new URL('./${file}', import.meta.url), { workerData: s.shared(${JSON.stringify(names)}) })`;
  return `const end${identifier(name)} = once(${worker}, 'exit');`;
}

/** Returns `s.invoke(…)` for `(invoke $module "function" arguments)`. */
function invocation(action: Expression): string {
  if (headOf(action) !== 'invoke') throw new Error(`an action that is not known: ${action.text}`);
  const name = nameOf(action);
  const [fn, ...args] = action.items!.slice(name === undefined ? 1 : 2);
  return `s.invoke(${quoted(name)}, ${fn!.text}, [${args.map(constant).join(', ')}])`;
}

function alternatives(result: Expression): string[] {
  return headOf(result) === 'either' ? result.items!.slice(1).map(constant) : [constant(result)];
}

/** Returns a constant as the value that JavaScript gets. */
function constant(expression: Expression): string {
  const text = expression.items?.[1]?.text.replaceAll('_', '') ?? '';
  const isNegative = text.startsWith('-');
  const magnitude = /^[+-]?(?:0x[\da-f]+|\d+)$/i.test(text) ? BigInt(text.replace(/^[+-]/, '')) : undefined;
  if (magnitude === undefined) throw new Error(`a constant that is not known: ${expression.text}`);
  const value = isNegative ? -magnitude : magnitude;
  if (headOf(expression) === 'i32.const') return String(BigInt.asIntN(32, value));
  if (headOf(expression) === 'i64.const') return `${BigInt.asIntN(64, value)}n`;
  throw new Error(`a constant that is not known: ${expression.text}`);
}

/** Returns the binary of a module as an array of bytes. */
function compiled({ text }: Expression): string {
  const module = binaryen.parseText(text);
  module.setFeatures(binaryen.Features.All);
  const bytes = module.emitBinary();
  module.dispose();
  return `[${bytes.join(',')}]`;
}

function quoted(name: string | undefined): string {
  return name === undefined ? 'undefined' : JSON.stringify(name);
}

function identifier(name: string): string {
  return name.replaceAll(/\W/g, '_');
}
