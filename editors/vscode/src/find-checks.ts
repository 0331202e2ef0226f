/** Something that the command can check. */
export interface FoundCheck {
  /** As `--test-case` takes it; undefined: the file as a whole. */
  readonly name: string | undefined;
  /** From 0 on. */
  readonly line: number;
}

const ENDINGS = '{c,cc,cpp,cxx,js,mjs,cjs,ts,mts,cts}';

/** Patterns of files that may have checks. */
export const FILES = `**/*.{c,cc,cpp,cxx,js,mjs,cjs,ts,mts,cts,litmus}`;

/** Patterns of files that probably have checks, by their names. Only these are read unless the user asks for all. */
export const LIKELY_FILES = [
  '**/*.litmus',
  `**/*{check,Check,test,Test,spec,scenario}*.${ENDINGS}`,
  `**/{check,checks,test,tests}/**/*.${ENDINGS}`,
];

const LIKELY = /\.litmus$|(?:check|test|spec|scenario)[^/]*$|\/(?:checks?|tests?)\//i;

/** Whether a file that changes is worth reading. */
export function isLikely(path: string): boolean {
  return LIKELY.test(path) && !path.includes('/node_modules/');
}

const C = /\.(?:c|cc|cpp|cxx|c\+\+)$/;
const JAVASCRIPT = /\.[cm]?[jt]sx?$/;

/** Whether the file is one check, whatever its text. */
export function isOneCheck(path: string): boolean {
  return path.endsWith('.litmus');
}

/** The checks of a file, by its text. The command decides what they are; this only tells where to offer it. */
export function findChecks(path: string, text: string): readonly FoundCheck[] {
  if (isOneCheck(path)) return [{ name: undefined, line: 0 }];
  if (C.test(path)) return checksInC(text);
  return JAVASCRIPT.test(path) ? checksInJavaScript(text) : [];
}

/** Declared data structures, tests of a framework, or a program with threads. */
function checksInC(text: string): readonly FoundCheck[] {
  const structures = matches(text, /^[ \t]*FENCEPOST_LINEARIZABLE\s*\(\s*(\w+)/gm, ([, name]) => name);
  if (structures.length > 0) return structures;
  if (!/\b(?:pthread_create|thrd_create|std::(?:jthread|thread|async|atomic)|stdatomic\.h)\b/.test(text)) return [];
  const tests = [...testsOfGoogle(text), ...testsOfCatch(text)];
  return tests.length > 0
    ? tests
    : matches(text, /^[ \t]*(?:int|void|auto)\s+main\s*\(/gm, () => undefined).slice(0, 1);
}

/** Those with parameters or types have several names each: they are run with their file. */
function testsOfGoogle(text: string): readonly FoundCheck[] {
  if (!/#\s*include\s*[<"]g(?:test|mock)\//.test(text)) return [];
  const plain = matches(text, /^[ \t]*TEST(?:_F)?\s*\(\s*(\w+)\s*,\s*(\w+)\s*\)/gm, ([, suite, name]) => `${suite}.${name}`); // prettier-ignore
  const enabled = plain.filter(({ name }) => !/(?:^|\.)DISABLED_/.test(name!));
  const others = matches(text, /^[ \t]*(?:TEST_P|TYPED_TEST(?:_P)?)\s*\(/gm, () => undefined);
  return [...enabled, ...others.slice(0, 1)];
}

/** Of Catch2 and doctest, which have the same macros. */
function testsOfCatch(text: string): readonly FoundCheck[] {
  const framework = /#\s*include\s*[<"](?:\w+\/)*(catch|doctest)/.exec(text)?.[1];
  if (framework === undefined) return [];
  const scenario = framework === 'catch' ? 'Scenario: ' : '  Scenario: ';
  return matches(
    text,
    /^[ \t]*(TEST_CASE|SCENARIO)(?:_METHOD\s*\(\s*\w+\s*,|_FIXTURE\s*\(\s*\w+\s*,|\s*\()\s*"((?:[^"\\\n]|\\.)*)"/gm,
    ([, macro, name = '']) => `${macro === 'SCENARIO' ? scenario : ''}${unescaped(name)}`,
  );
}

/** Calls of what is imported from `fencepost` or one of its adapters. */
function checksInJavaScript(text: string): readonly FoundCheck[] {
  if (!/\bfrom\s*['"]fencepost(?:\/[\w-]+)?['"]|\brequire\(['"]fencepost/.test(text)) return [];
  return matches(
    text,
    /^[ \t]*(?:check|linearizable)(?:\.\w+)?\(\s*(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`([^`$\\]*)`)/gm,
    ([, single, double, back]) => unescaped(single ?? double ?? back!),
  );
}

function matches(
  text: string,
  pattern: RegExp,
  nameOf: (match: readonly (string | undefined)[]) => string | undefined,
): FoundCheck[] {
  return [...text.matchAll(pattern)].map((match) => ({
    name: nameOf(match),
    line: lineAt(text, match.index + match[0].search(/\S/)),
  }));
}

function unescaped(text: string): string {
  return text.replaceAll(/\\(.)/g, '$1');
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length - 1;
}
