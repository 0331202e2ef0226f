import { FencepostError } from '@fencepost/core';
import type { DeclaringFile, GivenCall, WrittenScenario } from '@fencepost/linear';
import { language } from '#host/language';
import { isLiteral } from '../edit/literals.js';
import { replacedDeclaration } from './replaced-declaration.js';
import { showResult } from './results.js';

const THROWS = /^throws ([A-Z]\w*): ?(.*)$/s;

/** A scenario as a check: the file with its declarations replaced. `asynchronous`: operations that return promises. */
export function scenarioTest(
  scenario: WrittenScenario,
  { path, text }: DeclaringFile,
  asynchronous: ReadonlySet<string>,
): string {
  const { name, structure, threads, initial, outcomes } = scenario;
  const isSpecial = outcomes.some((each) => each.some((result) => result === 'this' || result.startsWith('throws ')));
  const written = (call: GivenCall): string => {
    const args = call.args.map((arg) => literal(showResult(arg), name));
    return `structure.${call.operation}(${args.join(', ')})`;
  };
  const called = (call: GivenCall): string => {
    const wait = asynchronous.has(call.operation) ? 'await ' : '';
    return isSpecial ? `await resultOf(() => ${written(call)})` : `${wait}${written(call)}`;
  };
  const isAsync = (calls: readonly GivenCall[]): boolean =>
    isSpecial || calls.some(({ operation }) => asynchronous.has(operation));
  const declared = replacedDeclaration(path, text, structure);
  const quoted = threads.map((each) => showResult(each.name));
  const lines = [
    `  const structure = (${declared.create})();`,
    ...initial.map((call) => `  ${written(call)};`),
    ...(isSpecial ? resultOf(/\.[cm]?tsx?$/.test(path)) : []),
    ...threads.map(({ calls }, t) => {
      const async = isAsync(calls) ? 'async ' : '';
      return `  t.thread(${quoted[t]!}, ${async}() => [${calls.map(called).join(', ')}]);`;
    }),
    '  t.after((results) => {',
    '    // What the calls return if one thread makes them all, in some order.',
    '    const possible = [',
    ...outcomes.map((each) => `      [${byThread(each, scenario).join(', ')}],`),
    '    ];',
    `    const returned = [${quoted.map((each) => `results[${each}]`).join(', ')}];`,
    '    assert.ok(possible.some((each) => isDeepStrictEqual(each, returned)), `no order explains ${inspect(returned)}`);',
    '  });',
  ];
  const check = `check(${showResult(name)}, { allowRelaxed: true }, (t) => {\n${lines.join('\n')}\n});`;
  return [
    '// Made by fencepost scenario. The results tell whether an order of the calls explains them; they do not tell which of two',
    '// calls in different threads ended before the other began.',
    ...(declared.imports.has('assert') ? [] : ["import assert from 'node:assert';"]),
    "import { inspect, isDeepStrictEqual } from 'node:util';",
    declared.textWith(check),
  ].join('\n');
}

const resultOf = (isTyped: boolean): readonly string[] => [
  '  // What a call returned, or threw.',
  `  const resultOf = async (${isTyped ? 'call: () => unknown' : 'call'}) => {`,
  '    try {',
  '      const value = await call();',
  "      return value === structure ? 'this' : value;",
  '    } catch (error) {',
  '      return `throws ${String(error)}`;',
  '    }',
  '  };',
];

/** The results of each thread, as an array in the source. */
function byThread(outcome: readonly string[], { threads, name }: WrittenScenario): readonly string[] {
  let next = 0;
  return threads.map(({ calls }) => `[${calls.map(() => resultText(outcome[next++]!, name)).join(', ')}]`);
}

function resultText(text: string, name: string): string {
  const [, error, message] = THROWS.exec(text) ?? [];
  if (error !== undefined) return showResult(`throws ${message === '' ? error : `${error}: ${message!}`}`);
  return text === 'this' ? "'this'" : literal(text, name);
}

function literal(text: string, name: string): string {
  const { program, errors } = language.parseSync('value.js', `(${text})`);
  const [statement] = program.body;
  if (errors.length === 0 && statement?.type === 'ExpressionStatement' && isLiteral(statement.expression)) return text;
  throw new FencepostError('USAGE', `${name} cannot be a test: ${text} cannot be written in a source`, {
    hint: 'numbers, strings, arrays and plain objects can',
  });
}
