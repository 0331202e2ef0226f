import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dismissWorker, runCheck } from '../packages/fencepost/src/adapters/run-check.js';
import type { Ended } from './runner-projects.js';
import { installJest, jestBin, jestFolder, node, project, root } from './runner-projects.js';

// What users install is what is built: dist/.

const COUNTER = `export class Counter {
  private readonly words: Int32Array;
  constructor(memory: SharedArrayBuffer) {
    this.words = new Int32Array(memory);
  }
  add(): void {
    Atomics.add(this.words, 0, 1);
  }
  addCarelessly(): void {
    this.words[0]++;
  }
  get value(): number {
    return this.words[0];
  }
}
`;

/** Checks of the counter, one of which fails; in the runner's \`describe\`. */
const checks = (assertion: string): string => `
describe('a counter', () => {
  check('counts', (t) => {
    const memory = new SharedArrayBuffer(4);
    for (const name of ['one', 'two']) t.thread(name, () => new Counter(memory).add());
    t.after(() => ${assertion});
  });
  check('fails to count', { models: ['sc', 'tso'] }, (t) => {
    const memory = new SharedArrayBuffer(4);
    for (const name of ['one', 'two']) t.thread(name, () => new Counter(memory).addCarelessly());
    t.after(() => ${assertion});
  });
  check.skip('fails, but is skipped', () => {});
  check.todo('is to come');
});
test('is a test like any other', () => {});
`;
const THROWING = "{ if (new Counter(memory).value !== 2) throw new Error('an update is lost'); }";

/** How every runner tells that a check fails: the same lines, indented differently. */
const BRIEF = [
  /^check failed: (?:an update is lost|expected 1 to be 2 \/\/ Object\.is equality), under SC and TSO$/,
  /^Where {3}line \d+; in 2 of 4 executions$/,
  /^Why {5}one read words\[0\] = 0 \(counter\.ts:10\) and wrote 1 .*: that update is lost\.$/,
  /^replay {2}fencepost replay counter\.test\.ts 'fp1:\S+' --model sc --program 'fails to count'$/,
  /^more {4}FENCEPOST_REPORT=full shows every step$/,
];

/** The message of the failing test begins with `begin`, is the brief report, and ends there. */
function expectBrief(out: string, begin: string): void {
  const after = out.slice(out.indexOf(begin) + begin.length).split('\n');
  BRIEF.forEach((line, i) => expect(after[i]!.trim()).toMatch(line));
  // What follows is the runner's: an empty line or a stack frame.
  expect(after[BRIEF.length]).toMatch(/^\s*$|^\s*(?:❯|at) /);
  expect(out.match(/check failed: /g)).toHaveLength(1);
}

/** The report, with a column for each thread. */
function expectReport(out: string, file: string): void {
  expect(out).toContain(`${file}: fails to count\n`);
  expect(out).toMatch(/TSO {2}fails/);
  expect(out).toMatch(/^ +one +two$/m);
  expect(out).toContain(`fencepost replay ${file} `);
}

describe('Vitest', { timeout: 120_000 }, () => {
  const vitest = (folder: string, more?: NodeJS.ProcessEnv): Promise<Ended> =>
    node(folder, [join(root, 'node_modules/vitest/vitest.mjs'), 'run'], more);

  it('runs checks as tests', async () => {
    const imports = `import { check } from 'fencepost/vitest';
import { describe, expect, test } from 'vitest';
import { Counter } from './counter.js';
`;
    const folder = project(['fencepost', 'vitest', 'vite'], {
      'counter.ts': COUNTER,
      'counter.test.ts': imports + checks('expect(new Counter(memory).value).toBe(2)'),
    });
    const { code, out } = await vitest(folder);
    expect(code).toBe(1);
    expect(out).toMatch(/Tests +1 failed \| 2 passed \| 1 skipped \| 1 todo \(5\)/);
    expectBrief(out, 'FAIL  counter.test.ts > a counter > fails to count\nError: ');
    // The code that Vitest shows is at the line that fails. The call of check is the frame after it.
    expect(out).toMatch(/❯ counter\.test\.ts:14:\d+\n.*\n.*\n +14\| +t\.after.*\n +\| +\^\n/);
    expect(out).toMatch(/❯ counter\.test\.ts:11:3\n/);
  });

  it('paints only the first line of a message, and shows every step on request', async () => {
    const folder = project(['fencepost', 'vitest', 'vite'], {
      'counter.ts': COUNTER,
      'counter.test.ts': `import { check } from 'fencepost/vitest';
import { describe, test } from 'vitest';
import { Counter } from './counter.js';
${checks(THROWING)}`,
    });
    const { out } = await vitest(folder, { TERM: 'xterm', FENCEPOST_REPORT: 'full' });
    const message = out.slice(out.indexOf('counter.test.ts: fails to count\n'));
    expect(message).toMatch(/^.*\n\u001B\[0m {2}✗ SC {3}fails/);
    expect(stripVTControlCharacters(message)).toMatch(/^ +one +two$/m);
    const wrong = await vitest(folder, { NO_COLOR: '1', FENCEPOST_REPORT: 'all' });
    expect(wrong.out).toMatch(/FENCEPOST_REPORT is 'all'\n {2}hint: it can be 'brief' or 'full'/);
  });

  it('finds modules as the project does, with the plugin', async () => {
    const folder = project(['fencepost', 'vitest', 'vite'], {
      'vite.config.ts': `import fencepost from 'fencepost/vite';
export default { plugins: [fencepost({ include: ['careless'] })], resolve: { alias: { '@': '/src' } } };
`,
      'node_modules/careless/package.json': '{ "name": "careless", "type": "module", "exports": "./index.js" }',
      'node_modules/careless/index.js': 'export const add = (words) => {\n  words[0]++;\n};\n',
      'src/words.ts': 'export const wordsOf = (memory: SharedArrayBuffer): Int32Array => new Int32Array(memory);\n',
      'test/counter.test.ts': `import { wordsOf } from '@/words.js';
import { add } from 'careless';
import { check } from 'fencepost/vitest';
check('fails to count', { models: ['tso'] }, (t) => {
  const memory = new SharedArrayBuffer(4);
  for (const name of ['one', 'two']) t.thread(name, () => add(wordsOf(memory)));
  t.after(() => {
    if (wordsOf(memory)[0] !== 2) throw new Error('an update is lost');
  });
});
`,
    });
    const { code, out } = await vitest(folder, { NO_COLOR: '1', FENCEPOST_REPORT: 'full' });
    expect(code).toBe(1);
    expectReport(out, 'test/counter.test.ts');
    expect(out).toMatch(/^ +index\.js:2 {2}words\[0\] → 0/m);
    expect(out).toMatch(/--include careless/);
  });
});

describe('node:test', { timeout: 120_000 }, () => {
  const imports = `import { check } from 'fencepost/node-test';
import { describe, test } from 'node:test';
import { Counter } from './counter.js';
`;

  it('runs checks as tests, in TypeScript', async () => {
    const folder = project(['fencepost'], {
      'package.json': '{ "type": "module" }',
      'counter.ts': COUNTER,
      'counter.test.ts': imports + checks(THROWING),
    });
    const args = ['--import', 'fencepost/register', '--test', '--test-reporter', 'spec', 'counter.test.ts'];
    const { code, out } = await node(folder, args);
    expect(code).toBe(1);
    expect(out.replaceAll(/\n\S /g, '\n')).toMatch(
      /tests 5\nsuites 1\npass 2\nfail 1\ncancelled 0\nskipped 1\ntodo 1\n/,
    );
    expectBrief(out.slice(out.indexOf('failing tests:')), 'Error: ');
    expect(out).toMatch(/\n +at \S*counter\.test\.ts:14:\d+\n +at .*counter\.test\.ts:11:3\)/);
  });

  it('knows the test file if a helper calls check', async () => {
    const folder = project(['fencepost'], {
      'package.json': '{ "type": "module" }',
      'helper.js': `import { check } from 'fencepost/node-test';
export const checkAlone = (name) => check(name, (t) => t.thread('only', () => 1));
`,
      'helped.test.js': "import { checkAlone } from './helper.js';\ncheckAlone('fine');\n",
    });
    const { code, out } = await node(folder, ['--test', '--test-reporter', 'tap', 'helped.test.js']);
    expect(out).toMatch(/^ok 1 - fine$/m);
    expect(code).toBe(0);
  });
});

describe('Node without a test runner', { timeout: 120_000 }, () => {
  it('runs the checks of a file and reports them as the command does', async () => {
    const plain = checks(THROWING)
      .replace("describe('a counter', () => {", '{')
      .replace(/^\}\);\ntest.*$/m, '}');
    const folder = project(['fencepost'], {
      'package.json': '{ "type": "module" }',
      'counter.ts': COUNTER,
      'counter.check.ts': `import { check } from 'fencepost';
import { Counter } from './counter.js';
console.log('first the file');
${plain.replaceAll(/^ *check\.\w+\(.*\n/gm, '')}`,
    });
    const { code, out } = await node(folder, ['--import', 'fencepost/register', 'counter.check.ts']);
    expect(code).toBe(1);
    expect(out).toMatch(/^first the file\ncounter\.check\.ts: counts\n {2}✓ SC +safe /);
    expectReport(out, 'counter.check.ts');
    expect(out).toMatch(/\n2 programs: 1 fails \(1 bug under [\w ]+\), 1 is safe.* · 4 checks, .* s\n$/);
  });

  it('reports an error of a file once', async () => {
    const setting =
      "check('one', { modles: [] }, (t) => t.thread('only', () => 1));\ncheck('two', (t) => t.thread('only', () => 1));";
    const folder = project(['fencepost'], { 'wrong.check.mjs': `import { check } from 'fencepost';\n${setting}\n` });
    const { code, out } = await node(folder, ['wrong.check.mjs']);
    expect(code).toBe(2);
    expect(out.match(/there is no setting 'modles'/g)).toHaveLength(1);
  });
});

describe('Jest', { timeout: 120_000 }, () => {
  beforeAll(installJest, 300_000);

  const TRANSFORM = `const { transformSync } = require('${join(root, 'node_modules/oxc-transform')}');
const toCommonJs = (code) =>
  code.replace(/^import (.*) from (.*);$/gm, 'const $1 = require($2);').replace(/^export \\{\\};$/gm, '').replace('export class Counter', 'exports.Counter = class');
module.exports = { process: (text, file) => ({ code: toCommonJs(transformSync(file, text).code) }) };
`;

  it('runs checks as tests, in CommonJS and in TypeScript', async () => {
    const folder = project(
      ['fencepost'],
      {
        'package.json': '{ "jest": { "transform": { "\\\\.ts$": "./transform.cjs" } } }',
        'transform.cjs': TRANSFORM,
        'counter.ts': COUNTER,
        'counter.test.ts': `import { check } from 'fencepost/jest';
import { Counter } from './counter';

${checks(THROWING)}`,
        'plain.test.js': `const { check } = require('fencepost/jest');
check('counts', (t) => {
  const words = new Int32Array(new SharedArrayBuffer(4));
  for (const name of ['one', 'two']) t.thread(name, () => Atomics.add(words, 0, 1));
  t.after(() => expect(words[0]).toBe(2));
});
`,
      },
      jestFolder,
    );
    const { code, out } = await node(folder, [jestBin, '--runInBand']);
    expect(code).toBe(1);
    expect(out).toMatch(/^PASS .*plain\.test\.js(?: \(.* s\))?$/m);
    expect(out).toMatch(/Tests: +1 failed, 1 skipped, 1 todo, 3 passed, 6 total/);
    expectBrief(out, '● a counter › fails to count\n\n');
    // The code that Jest shows is at the line that fails.
    expect(out).toMatch(/\n +> 14 \| +t\.after.*\n +\| +\^\n/);
    expect(out).toMatch(/\n +at .*counter\.test\.ts:14:\d+\n +at counter\.test\.ts:11:\d+\n/);
    expect(out).not.toMatch(/did not exit|open handles/);
  });
});

describe('a check in a Worker', { timeout: 60_000 }, () => {
  const body = (loops: number): string => `(t) => {
  const words = new Int32Array(new SharedArrayBuffer(4));
  for (const name of ['a', 'b', 'c', 'd']) t.thread(name, () => {
    for (let i = 0; i < ${loops}; i++) Atomics.add(words, 0, 1);
  });
}`;
  const folder = project([], {
    'long.test.mjs': `import { check } from 'fencepost/vitest';
check('long', ${body(6)});
check('short', { models: ['sc'] }, ${body(1)});
check('endless', (t) => t.thread('only', () => { for (let i = 0; i < 1; i *= 2); }));
check('twice', ${body(1)});
check('twice', ${body(1)});
`,
  });
  const file = join(folder, 'long.test.mjs');
  afterAll(dismissWorker);

  it('passes', async () => {
    const { text, exitCode, checks } = await runCheck(file, { name: 'short', seconds: 30 });
    expect(exitCode).toBe(0);
    expect(text).toMatch(/long\.test\.mjs: short\n {2}✓ SC {2}safe /);
    expect(checks).toMatchObject([{ program: 'short', verdict: 'safe' }]);
  });

  it('is undecided at its time limit, with a hint', async () => {
    const { text, exitCode } = await runCheck(file, { name: 'long', seconds: 0.5 });
    expect(exitCode).toBe(3);
    expect(text).toMatch(/not complete: /);
    expect(text).toMatch(/time of a check; here it was 0\.5\.\n$/);
  });

  it('is abandoned when the test is', async () => {
    const reason = new Error('enough');
    const controller = new AbortController();
    const run = runCheck(file, { name: 'long', seconds: 50 }, controller.signal);
    setTimeout(() => controller.abort(reason), 300);
    await expect(run).rejects.toBe(reason);
    await expect(runCheck(file, { name: 'short', seconds: 30 }, controller.signal)).rejects.toBe(reason);
    // The next one has a Worker of its own.
    expect((await runCheck(file, { name: 'short', seconds: 30 })).exitCode).toBe(0);
  });

  it('is abandoned if it cannot be stopped otherwise', async () => {
    const { text, exitCode } = await runCheck(file, { name: 'endless', seconds: 0.1 });
    expect(text).toMatch(/cut off before the end of an execution because it did\s+not\s+respond/);
    expect(exitCode).toBe(3);
    // The next one has a thread of its own.
    expect((await runCheck(file, { name: 'short', seconds: 30 })).exitCode).toBe(0);
  });

  it('may run beside another', async () => {
    const answers = ['short', 'short', 'short'].map((name) => runCheck(file, { name, seconds: 30 }));
    expect((await Promise.all(answers)).map(({ exitCode }) => exitCode)).toEqual([0, 0, 0]);
  });

  it.each([
    ['missing', /has no check called 'missing' when Fencepost loads it \[USAGE\]\n {2}hint: .* are 'long', 'short'/],
    ['twice', /has 2 checks called 'twice' \[USAGE\]\n {2}hint: use a different name for each/],
  ])('has a name that is its own: %s', async (name, message) => {
    const { text, exitCode, checks } = await runCheck(file, { name, seconds: 30 });
    expect([exitCode, checks]).toEqual([2, []]);
    expect(text).toMatch(message);
  });

  it('reports errors in the file', async () => {
    const { text, exitCode } = await runCheck(join(folder, 'nowhere.test.ts'), { name: 'short', seconds: 30 });
    expect(exitCode).toBe(2);
    expect(text).toMatch(/cannot read .*nowhere\.test\.ts/);
  });
});
