import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { saidByCommand, saidNow } from './reports.js';
import { check, linkTo, useSite } from './site.js';

const site = useSite();
const root = path.join(import.meta.dirname, '..', '..', '..');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fencepost-cores-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));

/** Some six seconds of work under one model: worth to ask other cores for help, and far less than a minute. */
const MODEL = 'sc';
const LONG: Readonly<Record<string, string>> = {
  'cells.check.ts': `import { check } from 'fencepost';
check('cells', (t) => {
  const cells = new Int32Array(new SharedArrayBuffer(64));
  for (let i = 0; i < 5; i++) {
    t.thread('t' + i, () => {
      Atomics.store(cells, i, 1);
      // All that it has read is kept: there are too many joint states to decide by them.
      let seen = 0;
      for (let j = 0; j < 10; j++) seen = 2 * seen + Atomics.load(cells, j % 5);
      return seen;
    });
  }
});
`,
  'lastzero.c': `#define N 16\n${fs.readFileSync(path.join(root, 'corpus', 'peers', 'lastzero.c'), 'utf8')}`,
};

/** How many workers there were at once. */
function countWorkers(page: Page): () => number {
  let most = 0;
  page.on('worker', () => (most = Math.max(most, page.workers().length)));
  return () => most;
}

describe.runIf(os.availableParallelism() > 1)('a check that lasts', { timeout: 180_000 }, () => {
  it.each(Object.entries(LONG))('asks other cores for help, and says the same: %s', async (file, text) => {
    fs.writeFileSync(path.join(folder, file), text);
    const page = await site.open(linkTo(file, text, [MODEL]));
    const workers = countWorkers(page);
    await check(page);
    const said = await saidNow(page);
    // The check explores, too.
    expect(workers()).toBe(Math.min(4, os.availableParallelism()));
    expect(said).toEqual(await saidByCommand(folder, file, [MODEL]));
  });

  it('leaves no worker behind when it is stopped', async () => {
    const page = await site.open();
    const workers = countWorkers(page);
    await page.getByRole('textbox', { name: 'File' }).fill('cells.check.ts');
    await page.getByRole('textbox', { name: 'Source' }).fill(LONG['cells.check.ts']!.replace('j < 10', 'j < 30'));
    await check(page);
    await expect.poll(workers, { timeout: 60_000 }).toBeGreaterThan(1);
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText('Stopped before a result.').waitFor();
    await expect.poll(() => page.workers().length).toBe(0);
  });
});
