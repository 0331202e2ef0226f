import { FencepostError } from '@fencepost/core';
import type { GivenCall, WrittenScenario } from '@fencepost/linear';
import type { CStructure } from './declared-structures.js';
import { languageOf } from './toolchain/language.js';
import { baseName } from './toolchain/paths.js';

/** The printed result of a call that returns nothing. */
const NOTHING = 'done';

/** Writes a scenario as a program with a main that includes the file which declares the structure. */
export function scenarioTest(scenario: WrittenScenario, structure: CStructure, source: string): string {
  const { name, threads, initial, outcomes } = scenario;
  const { setUpName, tearDownName } = structure;
  const isCxx = languageOf(source) === 'c++';
  const calls = threads.flatMap((thread) => thread.calls);
  const returning = calls.filter((_, i) => outcomes.some((each) => each[i] !== NOTHING));
  const functions = threads.map((thread) => `scenario_${thread.name.replaceAll(/\W/g, '_')}`);
  const assigned = (call: GivenCall): string => {
    const at = returning.indexOf(call);
    return at < 0 ? `${textOf(call)};` : `fencepost_results[${at}] = FENCEPOST_RESULT(${textOf(call)});`;
  };
  const numbers = (each: readonly string[]): string[] =>
    each.filter((_, i) => returning.includes(calls[i]!)).map((text) => numberOf(text, name));
  const accepted = [...new Set(outcomes.map((each) => `fencepost_returned(${numbers(each).join(', ')})`))];
  const parameters = returning.map((_, i) => `long long r${i}`).join(', ');
  const equal = returning.map((_, i) => `fencepost_results[${i}] == r${i}`).join(' && ');
  const asserts =
    returning.length === 0
      ? []
      : [
          '  // What the calls return if one thread makes them all, in some order.',
          `  assert(${accepted.join(' ||\n         ')});`,
        ];
  return [
    `// ${name}`,
    '// Made by fencepost scenario. The results tell whether an order of the calls explains them; they do not tell which of',
    '// two calls in different threads ended before the other began.',
    '#define FENCEPOST_NO_SCENARIOS',
    `#include "${baseName(source)}"`,
    // The file may have disabled assertions.
    ...['#undef NDEBUG', '#include <assert.h>'],
    isCxx ? '#include <thread>' : '#include <pthread.h>',
    '',
    ...(returning.length === 0
      ? []
      : [
          `static long long fencepost_results[${returning.length}];`,
          `static int fencepost_returned(${parameters}) {`,
          `  return ${equal};`,
          ...['}', ''],
        ]),
    ...threads.flatMap((thread, t) => [
      isCxx ? `static void ${functions[t]!}() {` : `static void *${functions[t]!}(void *fencepost_unused) {`,
      ...thread.calls.map((call) => `  ${assigned(call)}`),
      ...(isCxx ? [] : ['  return fencepost_unused;']),
      ...['}', ''],
    ]),
    isCxx ? 'int main() {' : 'int main(void) {',
    ...(setUpName === undefined ? [] : [`  ${setUpName}();`]),
    ...initial.map((call) => `  ${textOf(call)};`),
    ...(isCxx ? cxxThreads(functions) : cThreads(functions)),
    ...(tearDownName === undefined ? [] : [`  ${tearDownName}();`]),
    ...asserts,
    ...['  return 0;', '}', ''],
  ].join('\n');
}

/**
 * Starts and joins the threads. Our names begin with `fencepost_`, because other names may be those of operations and
 * threads.
 */
function cThreads(functions: readonly string[]): readonly string[] {
  return [
    `  pthread_t fencepost_threads[${functions.length}];`,
    ...functions.map((each, i) => `  pthread_create(&fencepost_threads[${i}], 0, ${each}, 0);`),
    ...functions.map((_, i) => `  pthread_join(fencepost_threads[${i}], 0);`),
  ];
}

function cxxThreads(functions: readonly string[]): readonly string[] {
  return [
    ...functions.map((each, i) => `  std::thread fencepost_thread${i + 1}(${each});`),
    ...functions.map((_, i) => `  fencepost_thread${i + 1}.join();`),
  ];
}

function textOf({ operation, args }: GivenCall): string {
  return `${operation}(${args.join(', ')})`;
}

/** Returns a result in the form of `FENCEPOST_RESULT`. */
function numberOf(text: string, name: string): string {
  if (text === 'empty') return 'FENCEPOST_EMPTY';
  if (text === 'true' || text === 'false') return text === 'true' ? '1' : '0';
  if (/^-?\d+$/.test(text))
    return Number.isSafeInteger(Number(text)) && Math.abs(Number(text)) < 2 ** 31 ? text : `${text}LL`;
  if (/^&[A-Za-z_][\w.[\]]*$/.test(text)) return `FENCEPOST_RESULT(${text})`;
  throw new FencepostError(
    'USAGE',
    `${name} cannot be a test: a call returns ${text}, which has no name in the source`,
    {
      hint: 'return what the pointer points to',
    },
  );
}
