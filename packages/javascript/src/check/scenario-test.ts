import { FencepostError } from '@fencepost/core';
import type { DeclaringFile, GivenCall, WrittenScenario } from '@fencepost/linear';
import { language } from '#host/language';
import { isLiteral } from '../edit/literals.js';
import { isTypeScript } from '../load/source.js';
import { replacedDeclaration } from './replaced-declaration.js';
import { WITH, showResult } from './results.js';

const THROWS = /^throws ([A-Z]\w*): ?(.*)$/s;

/**
 * Writes a scenario as a check: the file with its declarations replaced. `asynchronous`: operations that return
 * promises.
 */
export function scenarioTest(
  scenario: WrittenScenario,
  { path, text }: DeclaringFile,
  asynchronous: ReadonlySet<string>,
): string {
  const { name, threads, initial, outcomes } = scenario;
  const isSpecial = outcomes.some((each) => each.some(isSpecialResult));
  const declared = replacedDeclaration(path, text, scenario.structure);
  // Unused names are chosen, so that names in the function that creates the structure keep their meaning.
  const [t, structure, resultOf] = ['t', 'structure', 'resultOf'].map(declared.free) as [string, string, string];
  const assert = declared.assert ?? declared.free('assert');
  const [inspect, equal] = ['inspect', 'isDeepStrictEqual'].map(declared.free) as [string, string];
  const written = (call: GivenCall): string => {
    const args = call.args.map((arg) => literal(showResult(arg), name));
    const method = /^[A-Za-z_$][\w$]*$/.test(call.operation) ? `.${call.operation}` : `[${showResult(call.operation)}]`;
    return `${structure}${method}(${args.join(', ')})`;
  };
  const called = (call: GivenCall): string => {
    const wait = asynchronous.has(call.operation) ? 'await ' : '';
    return isSpecial ? `await ${resultOf}(() => ${written(call)})` : `${wait}${written(call)}`;
  };
  const isAsync = (calls: readonly GivenCall[]): boolean =>
    isSpecial || calls.some(({ operation }) => asynchronous.has(operation));
  const quoted = threads.map((each) => showResult(each.name));
  const lines = [
    `  const ${structure} = (${declared.create})();`,
    ...initial.map((call) => `  ${written(call)};`),
    ...(isSpecial ? resultFunction(resultOf, structure, isTypeScript(path)) : []),
    ...threads.map(({ calls }, i) => {
      const async = isAsync(calls) ? 'async ' : '';
      return `  ${t}.thread(${quoted[i]!}, ${async}() => [${calls.map(called).join(', ')}]);`;
    }),
    `  ${t}.after((results) => {`,
    '    // What the calls return if one thread makes them all, in some order.',
    '    const possible = [',
    ...outcomes.map((each) => `      [${byThread(each, scenario, isSpecial).join(', ')}],`),
    '    ];',
    `    const returned = [${quoted.map((each) => `results[${each}]`).join(', ')}];`,
    `    ${assert}.ok(possible.some((each) => ${equal}(each, returned)), \`no order explains \${${inspect}(returned)}\`);`,
    '  });',
  ];
  const check = `${declared.check}(${showResult(name)}, { allowRelaxed: true }, (${t}) => {\n${lines.join('\n')}\n});`;
  const imported = [renamed('inspect', inspect), renamed('isDeepStrictEqual', equal)];
  return [
    '// Made by fencepost scenario. The results tell whether an order of the calls explains them; they do not tell which of two',
    '// calls in different threads ended before the other began.',
    ...(declared.assert === undefined ? [`import ${assert} from 'node:assert';`] : []),
    `import { ${imported.join(', ')} } from 'node:util';`,
    declared.textWith(check),
  ].join('\n');
}

function renamed(name: string, local: string): string {
  return name === local ? name : `${name} as ${local}`;
}

/** Returns whether a result is not a value. If there is one, all results are recorded with the way the call ended. */
function isSpecialResult(result: string): boolean {
  return result === 'this' || result.startsWith('throws ');
}

const resultFunction = (name: string, structure: string, isTyped: boolean): readonly string[] => [
  '  // What a call returned, or threw.',
  `  const ${name} = async (${isTyped ? 'call: () => unknown' : 'call'}) => {`,
  '    try {',
  '      const value = await call();',
  `      return value === ${structure} ? 'this' : { returns: value };`,
  '    } catch (error) {',
  '      return { throws: String(error) };',
  '    }',
  '  };',
];

/** Returns the results of each thread as the source text of an array. */
function byThread(
  outcome: readonly string[],
  { threads, name }: WrittenScenario,
  isSpecial: boolean,
): readonly string[] {
  let next = 0;
  const written = (text: string): string => (isSpecial ? specialText(text, name) : literal(text, name));
  return threads.map(({ calls }) => `[${calls.map(() => written(outcome[next++]!)).join(', ')}]`);
}

function specialText(text: string, name: string): string {
  const [, error, message] = THROWS.exec(text) ?? [];
  if (message?.includes(`${WITH}{`) === true)
    throw refused(text, name, 'of an error, the test sees the name and the message');
  if (error !== undefined) return `{ throws: ${showResult(message === '' ? error : `${error}: ${message!}`)} }`;
  return text === 'this' ? "'this'" : `{ returns: ${literal(text, name)} }`;
}

function literal(text: string, name: string): string {
  const { program, errors } = language.parseSync('value.js', `(${text})`);
  const [statement] = program.body;
  if (errors.length === 0 && statement?.type === 'ExpressionStatement' && isLiteral(statement.expression)) return text;
  throw refused(text, name, 'numbers, strings, arrays and plain objects can');
}

function refused(text: string, name: string, hint: string): FencepostError {
  return new FencepostError('USAGE', `${name} cannot be a test: ${text} cannot be written in a source`, { hint });
}
