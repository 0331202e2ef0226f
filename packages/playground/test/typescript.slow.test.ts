import fs from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { saidByCommand, saidByPage, saidNow } from './reports.js';
import { EXAMPLES, check, choose, root, useSite } from './site.js';

const site = useSite();
const TYPESCRIPT = EXAMPLES.filter((example) => example.path.endsWith('.ts'));

const checking = (body: string, before = ''): string =>
  `import { check } from 'fencepost';\n${before}\ncheck('it', (t) => {\n  t.thread('one', () => {\n${body}\n  });\n});\n`;

describe('TypeScript in the playground', () => {
  it.each(TYPESCRIPT)('checks an example as the command does: $title', async ({ title, path: file }) => {
    const page = await site.open();
    // It runs at once: it is ours.
    await choose(page, title);
    const said = await saidNow(page);
    expect(said).toHaveProperty('checks');
    expect(said).toEqual(await saidByCommand(path.join(root, path.dirname(file)), path.basename(file)));
  });

  it.each([
    ['a syntax error', 'const x = ;', /line 5.*Unexpected token/s],
    [
      'a module of Node',
      '    readFileSync("x");',
      /'node:fs' could not be loaded: it does not exist in browsers/,
      "import { readFileSync } from 'node:fs';",
    ],
    ['a package', '', /cannot find 'lodash'.*Packages are not available here/s, "import 'lodash';"],
    ['Buffer', '    Buffer.from([1]);', /Buffer is not supported/],
    [
      'what is left out of a module',
      '    resourceUsage();',
      /resourceUsage of node:perf_hooks is not supported here/,
      "import { resourceUsage } from 'node:perf_hooks';",
    ],
    ['process', '    process.platform;', /process.platform is not supported here/],
    [
      'a setting that is none',
      '',
      /there is no setting 'model'/,
      "check('other', { model: 'sc' } as object, (t) => t.thread('a', () => 1));",
    ],
  ])('refuses %s', async (_, body, expected, before = '') => {
    const page = await site.open();
    await saidByPage(page, 'refused.check.ts', checking(body, before));
    expect(await page.locator('.result').innerText()).toMatch(expected);
  });

  it('ends a thread that never touches shared memory when Stop is pressed', async () => {
    const page = await site.open();
    await page.getByRole('textbox', { name: 'File' }).fill('endless.check.ts');
    await page.getByRole('textbox', { name: 'Source' }).fill(checking('    for (;;);'));
    await check(page);
    await page.getByText('Checking').waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText('Stopped before a result.').waitFor();
    expect(await page.locator('iframe').count()).toBe(0);
  });

  it('is small', () => {
    const bytes = (file: string): Buffer => fs.readFileSync(path.join(site.folder, file));
    expect(gzipSync(bytes('typescript.js')).length).toBeLessThan(355_000);
    const packed = ['oxc-parser.wasm.packed', 'oxc-transform.wasm.packed'].map((file) => bytes(file).length);
    expect(packed[0]! + packed[1]!).toBeLessThan(1_700_000);
  });
});

it('goes on with the other checks of a file if one is refused', async () => {
  const page = await site.open();
  const text = `${checking('    Buffer.from([1]);')}check('other', (t) => t.thread('one', () => 1));\n`;
  expect(await saidByPage(page, 'two.check.ts', text)).toMatchObject({
    checks: [{ program: 'other' }, { program: 'other' }],
  });
  expect(await page.locator('.message').innerText()).toContain('it: Buffer is not supported');
});
