import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { fencepost } from '@fencepost/testing/terminal';

const folder = mkdtempSync(join(tmpdir(), 'fencepost-bad-input-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function file(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

const IMPORT = "import { check } from 'fencepost';\n";
const FINE = "check('fine', (t) => t.thread('only', () => 1));\n";
const twice = file('twice.test.js', `${IMPORT}${FINE}${FINE}`);
const several = file('several.test.js', `${IMPORT}${FINE}${FINE.replace('fine', 'other')}`);
mkdirSync(join(folder, 'folder.test.ts'));

const HOW_TO_CHECK = /hint: write: check\('name', \(t\) => \{ … \}\)/;

/** What is wrong, the command line, what the message names, and what it says to do or what is expected. */
const CASES: readonly (readonly [what: string, args: readonly string[], names: RegExp, advises: RegExp])[] = [
  [
    'a missing file',
    ['check', join(folder, 'absent.test.ts')],
    /cannot read .*absent\.test\.ts: there is no/,
    /is its path/,
  ],
  ['a misspelt file', ['check', join(folder, 'severl.test.js')], /cannot read/, /did you mean .*several\.test\.js\?/],
  [
    'a folder',
    ['check', join(folder, 'folder.test.ts')],
    /there are no checks in .*folder\.test\.ts/,
    /fencepost init/,
  ],
  ['a file without a check', ['check', file('none.test.ts', IMPORT)], /none\.test\.ts has no checks/, HOW_TO_CHECK],
  [
    'checks that are left out',
    ['check', file('skip.js', `${IMPORT}check.skip('x', () => 1);`)],
    /no checks/,
    HOW_TO_CHECK,
  ],
  [
    'CommonJS that is no test',
    ['check', file('plain.cjs', 'exports.x = 1;')],
    /plain\.cjs has no checks/,
    HOW_TO_CHECK,
  ],
  ['JSX that is no test', ['check', file('page.tsx', 'export {};')], /page\.tsx has no checks/, HOW_TO_CHECK],
  ['a module without programs', ['check', file('empty.ts', '')], /empty\.ts exports nothing/, /export default program/],
  [
    'an application that cannot be loaded',
    ['check', file('app.mjs', "import './nowhere.mjs';\n")],
    /app\.mjs.*the module cannot be loaded: .*nowhere\.mjs/,
    /node .*app\.mjs may show more; it has no check: write: check\('name'/,
  ],
  [
    'a thread without a function',
    ['check', file('bodiless.test.mjs', `${IMPORT}check('x', (t) => {\n  t.thread('one');\n});\n`)],
    /bodiless\.test\.mjs:3.*the set-up of 'x' fails: TypeError: t\.thread takes a function: t\.thread\('/,
    /JS_MODULE/,
  ],
  [
    'a check at the end that is no function',
    [
      'check',
      file('after.test.mjs', `${IMPORT}check('x', (t) => {\n  t.thread('a', () => 1);\n  t.after(true);\n});\n`),
    ],
    /after\.test\.mjs:4.*TypeError: t\.after takes a function/,
    /JS_MODULE/,
  ],
  [
    'an invariant that is no function',
    [
      'check',
      file('inv.test.mjs', `${IMPORT}check('x', (t) => {\n  t.thread('a', () => 1);\n  t.invariant(true);\n});\n`),
    ],
    /inv\.test\.mjs:4.*TypeError: t\.invariant takes a function/,
    /JS_MODULE/,
  ],
  [
    'a syntax error',
    ['check', file('syntax.test.ts', `${IMPORT}check('x', (t) => {\n  const = 1;\n});\n`)],
    /syntax\.test\.ts:3:\d+: /,
    /JS_SYNTAX/,
  ],
  [
    'an import of nothing',
    ['check', file('lost.test.ts', `${IMPORT}import { x } from './nowhere.js';\n${FINE}x();\n`)],
    /lost\.test\.ts:2(:\d+)?: .*nowhere\.js/,
    /JS_MODULE/,
  ],
  [
    'a file that throws',
    ['check', file('throws.test.ts', `${IMPORT}throw new Error('not today');\n`)],
    /throws\.test\.ts.*not today/,
    /JS_MODULE/,
  ],
  [
    'a set-up function that throws',
    ['check', file('set-up.test.ts', `${IMPORT}check('x', () => {\n  throw new Error('not today');\n});\n`)],
    /set-up\.test\.ts:3.*the set-up of 'x' fails: .*not today/,
    /JS_MODULE/,
  ],
  [
    'a check without a function',
    ['check', file('shape.test.ts', `${IMPORT}check('x');\n`)],
    /shape\.test\.ts.*a check has a name and a function/,
    /JS_MODULE/,
  ],
  [
    'an unknown setting',
    ['check', file('setting.test.ts', `${IMPORT}check('x', { modles: [] }, (t) => t.thread('a', () => 1));\n`)],
    /setting\.test\.ts: check 'x': there is no setting 'modles'/,
    /did you mean models\?/,
  ],
  [
    'an unknown model',
    ['check', file('model.test.ts', `${IMPORT}check('x', { models: ['power'] }, (t) => t.thread('a', () => 1));\n`)],
    /model\.test\.ts: check 'x': there is no model 'power'/,
    /models are sc, ibm370, tso/,
  ],
  [
    'races with monitors',
    [
      ...['check', '--method', 'monitor'],
      file('races.test.ts', `${IMPORT}check('x', { races: true }, (t) => t.thread('a', () => 1));\n`),
    ],
    /races\.test\.ts: data races can be searched for with the method graph only/,
    /USAGE/,
  ],
  [
    'no name to replay',
    ['replay', several, 'fp1:1'],
    /several\.test\.js has 2 programs/,
    /--program; .*'fine', 'other'/,
  ],
  [
    'an unknown name to replay',
    ['replay', several, 'fp1:1', '--program', 'fin'],
    /called 'fin'/,
    /did you mean fine\?/,
  ],
  ['a name that two checks have', ['check', twice], /has 2 checks called 'fine'/, /use a different name for each/],
  [
    'that name, for replay',
    ['replay', twice, 'fp1:1', '--program', 'fine'],
    /has 2 checks called 'fine'/,
    /a different name/,
  ],
  ['that name, for test', ['test', twice], /has 2 checks called 'fine'/, /use a different name for each/],
  ['an option without its value', ['check', several, '--include'], /--include needs a value/, /write --include VALUE/],
];

describe('bad input is refused:', () => {
  it.each(CASES)('%s', async (_, args, names, advises) => {
    const outcome = await fencepost(args);
    expect(outcome).toEqual({ code: 2, out: '', err: expect.stringMatching(names) as string });
    expect(outcome.err).toMatch(advises);
    expect(outcome.err).toMatch(/ \[[A-Z_]+\]\n/);
    expect(outcome.err).not.toMatch(/\n {4}at |internal error|node:internal/);
  });
});

it('a check that cannot be set up does not stop the others of its file, under models of every choice', async () => {
  const text = `${IMPORT}${FINE}check('broken', () => {\n  throw new Error('not today');\n});\n`;
  const both = file('both.test.ts', text);
  for (const models of [[], ['--model', 'all'], ['--model', 'sc']]) {
    const { code, out, err } = await fencepost(['check', both, ...models]);
    expect(out).toMatch(/fine\n +✓ SC/);
    expect(err).toMatch(/both\.test\.ts:4:9: the set-up of 'broken' fails/);
    expect(code).toBe(2);
  }
});
