import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { installJest, jestBin, jestFolder, node, project, root } from './runner-projects.js';

// Existing tests of users, with mock functions: they pass, and with one line changed they run in every order of answers.

const PAGE = `export class Page {
  constructor(search) {
    this.search = search;
    this.shown = '';
  }
  async type(query) {
    this.shown = await this.search(query);
  }
}
/** Shows only the answer to what was typed last. */
export class CarefulPage extends Page {
  async type(query) {
    this.query = query;
    const answer = await this.search(query);
    if (this.query === query) this.shown = answer;
  }
}
`;

/** Two tests, as users have them: `made` makes a mock function, `calls` are its calls, `equal` an assertion. */
const tests = (made: string, calls: string, equal: (a: string, b: string) => string): string => `
for (const Class of [Page, CarefulPage]) {
  it('shows what was typed last: ' + Class.name, async () => {
    const search = ${made};
    const page = new Class(search);
    await Promise.all([page.type('a'), page.type('ab')]);
    ${equal(calls, '2')};
    ${equal('page.shown', "'second'")};
  });
}
it('other tests run, too', async () => {});
`;
const FN = ".fn().mockResolvedValueOnce('first').mockResolvedValueOnce('second')";
const expected = (a: string, b: string): string => `expect(${a}).toBe(${b})`;

function expectBug(out: string): void {
  expect(out.match(/check failed: /g)).toHaveLength(1);
  expect(out).toMatch(/in \d+ of \d+ executions/);
  expect(out).toMatch(/Why +search\('a'\) \(.*\) is called before search\('ab'\) \(.*\), but its answer 'first' arrives later/); // prettier-ignore
  expect(out).toMatch(/replay +fencepost replay \S*page\.test\.\w+ /);
}

describe('an existing test runs in every order of answers, with one line changed,', { timeout: 240_000 }, () => {
  it('in Vitest', async () => {
    const text = `import { expect, it, vi } from 'vitest';
import { CarefulPage, Page } from './page.js';
${tests(`vi${FN}`, 'search.mock.calls.length', expected)}`;
    const changed = text.replace('import { expect, it, vi }', 'import { expect, vi }').replace("'vitest';", "'vitest'; import { orders as it } from 'fencepost/vitest';"); // prettier-ignore
    const run = async (test: string) =>
      node(project(['fencepost', 'vitest', 'vite'], { 'page.js': PAGE, 'page.test.js': test }), [
        join(root, 'node_modules/vitest/vitest.mjs'),
        'run',
      ]);
    expect((await run(text)).out).toMatch(/Tests +3 passed/);
    const { code, out } = await run(changed);
    expect(code).toBe(1);
    expect(out).toMatch(/Tests +1 failed \| 2 passed \(3\)/);
    expectBug(out);
  });

  it('for each row of a table', async () => {
    const text = `import { expect, vi } from 'vitest';
import { orders as it } from 'fencepost/vitest';
it.each([['a', 1], ['b', 2]])('%s has %i answers', async (name, count) => {
  expect.assertions(count);
  const get = vi.fn(async () => name);
  expect(await get()).toBe(name);
});
it.skip.each([1])('skipped %i', async () => null);`;
    const { code, out } = await node(project(['fencepost', 'vitest', 'vite'], { 'each.test.js': text }), [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
    ]);
    expect(code).toBe(1);
    expect(out).toMatch(/Tests +1 failed \| 1 passed \| 1 skipped \(3\)/);
    expect(out).toContain('b has 2 answers');
    expect(out).toContain('expected 2 assertions, but 1 was made');
  });

  it('in node:test', async () => {
    const made = "mock.fn(async (query) => (query === 'a' ? 'first' : 'second'))";
    const text = `import assert from 'node:assert';
import { it, mock } from 'node:test';
import { CarefulPage, Page } from './page.js';
${tests(made, 'search.mock.callCount()', (a, b) => `assert.equal(${a}, ${b})`)}`;
    const changed = text.replace("import { it, mock } from 'node:test';", "import { mock } from 'node:test'; import { orders as it } from 'fencepost/node-test';"); // prettier-ignore
    const run = async (test: string) =>
      node(project(['fencepost'], { 'package.json': '{ "type": "module" }', 'page.js': PAGE, 'page.test.js': test }), [
        ...['--test', '--test-reporter', 'spec', 'page.test.js'],
      ]);
    expect((await run(text)).out).toMatch(/pass 3\n. fail 0/);
    const { code, out } = await run(changed);
    expect(code).toBe(1);
    expect(out).toMatch(/pass 2\n. fail 1/);
    expect(out).toMatch(
      /search\('a'\) \(.*\) is called before search\('ab'\) \(.*\), but its answer 'first' arrives later/,
    );
  });

  describe('in Jest', () => {
    beforeAll(installJest, 300_000);

    it('with CommonJS', async () => {
      const text = `const { Page, CarefulPage } = require('./page.js');
${tests(`jest${FN}`, 'search.mock.calls.length', expected)}`;
      const changed = `const { orders: it } = require('fencepost/jest');\n${text}`;
      const page = `${PAGE.replaceAll('export class', 'class')}module.exports = { Page, CarefulPage };`;
      const run = async (test: string) =>
        node(project(['fencepost'], { 'package.json': '{}', 'page.js': page, 'page.test.js': test }, jestFolder), [
          jestBin,
          '--runInBand',
        ]);
      expect((await run(text)).out).toMatch(/Tests: +3 passed/);
      const { code, out } = await run(changed);
      expect(code).toBe(1);
      expect(out).toMatch(/Tests: +1 failed, 2 passed, 3 total/);
      expectBug(out);
    });
  });
});

it('fetch that a test of Vitest replaces answers in every order', { timeout: 120_000 }, async () => {
  const text = `import { afterEach, expect, vi } from 'vitest';
import { orders as it } from 'fencepost/vitest';
afterEach(() => vi.unstubAllGlobals());
it('shows what was asked last', async () => {
  vi.stubGlobal('fetch', vi.fn(async (url) => Response.json({ url })));
  let shown = '';
  const ask = async (url) => {
    shown = (await (await fetch(url)).json()).url;
  };
  await Promise.all([ask('/a'), ask('/b')]);
  expect(fetch).toHaveBeenCalledTimes(2);
  expect(shown).toBe('/b');
});
`;
  const folder = project(['fencepost', 'vitest', 'vite'], { 'ask.test.js': text });
  const { code, out } = await node(folder, [join(root, 'node_modules/vitest/vitest.mjs'), 'run']);
  expect(out).toMatch(/check failed: expected '\/a' to be '\/b'/);
  expect(code).toBe(1);
});
