import fs from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { changesOfCommand, findFix } from './fixes.js';
import { saidByCommand, saidByPage, saidIn, saidNow } from './reports.js';
import { check, choose, ended, linkTo, useSite, verdictAfterCheck, verdictOf } from './site.js';
import { editorIn, selectedIn } from './source.js';

const site = useSite();

// A compiler takes its time on a busy machine.
const LIMIT = { timeout: 300_000 };
const examples = path.join(import.meta.dirname, '..', '..', '..', 'examples', 'c');

const DEADLOCK = `#include <pthread.h>
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
int main(void) {
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&a);
}
`;

/** Its threads have so much to do that a check takes minutes. */
const LONG = `#include <pthread.h>
#include <stdatomic.h>
atomic_int x;
void *add(void *unused) {
  for (int i = 0; i < 9; i++) x++;
  return 0;
}
int main(void) {
  pthread_t threads[4];
  for (int i = 0; i < 4; i++) pthread_create(&threads[i], 0, add, 0);
  for (int i = 0; i < 4; i++) pthread_join(threads[i], 0);
}
`;

async function type(page: Page, file: string, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'File' }).fill(file);
  await page.getByRole('textbox', { name: 'Source' }).fill(text);
}

describe('parts that are checked elsewhere', () => {
  it('is refused without a download, with a hint', async () => {
    const page = await site.open();
    site.asked.length = 0;
    expect(await saidByPage(page, 'a.cpp', 'int main() {}')).toMatchObject({
      refused: expect.stringMatching(/a\.cpp cannot be checked in a browser\s+C\+\+ needs the headers/) as string,
    });
    expect(await saidByPage(page, 'a.rs', '')).toMatchObject({
      refused: expect.stringContaining('supported files end in .litmus') as string,
    });
    expect(site.asked.filter((file) => file.startsWith('c.js') || file.endsWith('.packed'))).toEqual([]);
  });
});

describe('C in the playground', () => {
  it('is checked as by the command, after a download that is announced', LIMIT, async () => {
    const page = await site.open();
    await choose(page, 'A message and a flag');
    await page
      .getByText(/^This is a stored result; edit and Check downloads the compiler \(2\d\.\d MB, once\)\.$/)
      .waitFor();
    const release = site.holdBack('.wasm.packed');
    await page.getByRole('button', { name: /^Check \(downloads 2\d\.\d MB\)$/ }).click();
    expect(await page.getByText('This is a stored result').count()).toBe(0);
    await page.getByText(/^Downloading: \d\.\d of 2\d\.\d MB$/).waitFor();
    release();
    expect(await saidNow(page)).toEqual(await saidByCommand(examples, 'message.c'));
    // The compiler stays: nothing is fetched, and nothing announced.
    site.asked.length = 0;
    await page.getByRole('button', { name: 'Check', exact: true }).waitFor();
    const ring = fs.readFileSync(path.join(examples, 'queue.c'), 'utf8');
    expect(await saidByPage(page, 'queue.c', ring)).toEqual(await saidByCommand(examples, 'queue.c'));
    expect(site.asked).toEqual([]);
    // What a compiler says about a program appears at its lines, whether it accepts it or not.
    await type(page, 'a.c', `int main(void) {\n  char *a = 1;\n  retrun a;\n}\n`);
    await check(page);
    const alert = page.getByRole('alert');
    await alert.filter({ hasText: 'the compiler rejects a.c' }).waitFor();
    await alert.getByText("error: use of undeclared identifier 'retrun'").waitFor();
    await alert.getByRole('button', { name: 'line 3' }).first().click();
    expect(await selectedIn(page)).toBe('  retrun a;');
    await expect.poll(() => page.locator('.cm-lintRange-error').allInnerTexts()).toContain('retrun');
    await type(page, 'a.c', `int main(void) {\n  int a = 1.5;\n  return 0 * a;\n}\n`);
    await check(page);
    await page.locator('.message').filter({ hasText: 'line 2 warning: implicit conversion' }).waitFor();
    // Errors of the program are none of the engine: it still answers.
    expect(await saidByPage(page, 'deadlock.c', DEADLOCK)).toMatchObject({ checks: [{ verdict: 'failing' }, {}, {}] });
    // Names that are none of a file here.
    expect(await saidByPage(page, 'usr/include/a.c', DEADLOCK)).toMatchObject({
      refused: expect.stringContaining('usr/include/a.c is not a possible file name here') as string,
    });
  });

  it.each([
    ['message.c', 'rc11'],
    ['dekker.c', 'tso,rc11'],
  ])('is fixed as by the command: %s', LIMIT, async (file, models) => {
    const page = await site.open(
      linkTo(file, fs.readFileSync(path.join(examples, file), 'utf8'), ['sc', 'tso', 'rc11']),
    );
    await editorIn(page);
    expect(await verdictAfterCheck(page)).toContain('Fails');
    expect(await findFix(page)).toEqual(await changesOfCommand(path.join(examples, file), models));
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('button', { name: 'Check the fixed program' }).click();
    await ended(page);
    await expect.poll(() => verdictOf(page)).toBe('✓ Safe under SC, x86 and C11');
  });

  it.each([
    ['A message and a flag', 'message.c'],
    ["Dekker's lock", 'dekker.c'],
    ['A ring buffer', 'queue.c'],
  ])('has a stored result, which is what the engine says now: %s', LIMIT, async (title, file) => {
    const page = await site.open();
    site.asked.length = 0;
    await choose(page, title);
    const shown = await verdictOf(page);
    expect(shown).toMatch(/^✗ Fails under/);
    const changes = await findFix(page);
    const stored = saidIn((await page.locator('script.data').textContent())!);
    expect(site.asked.filter((asked) => asked.endsWith('.packed') || asked === 'c.js')).toEqual([]);
    expect(await verdictAfterCheck(page)).toBe(shown);
    expect(await saidNow(page)).toEqual(stored);
    expect(await findFix(page)).toEqual(changes);
    expect(await page.getByText('This is a stored result').count()).toBe(0);
    expect(stored).toEqual(await saidByCommand(examples, file));
  });

  it('has no stored result after a change', async () => {
    const page = await site.open();
    const source = await editorIn(page);
    await choose(page, 'A message and a flag');
    await verdictOf(page);
    await source.focus();
    await page.keyboard.type(' ');
    await page.getByText('Result of message.c, as it was.').waitFor();
    expect(await page.getByRole('button', { name: 'Apply' }).isDisabled()).toBe(true);
  });

  it('is stopped at once, whether it is downloaded, loaded or checked', LIMIT, async () => {
    const page = await site.open();
    await type(page, 'long.c', LONG);
    const release = site.holdBack('.wasm.packed');
    const stops = async (when: RegExp): Promise<void> => {
      await check(page);
      await page.getByText(when).waitFor();
      await page.getByRole('button', { name: 'Stop' }).click();
      await page.getByText('Stopped before a result.').waitFor();
      expect(await page.locator('iframe').count()).toBe(0);
    };
    await stops(/Downloading/);
    release();
    await stops(/Checking …/);
    await stops(/Checking under SC: [\d,]+ executions/);
  });

  // The last test: the site is not served afterwards.
  it('works without a network after the first check', LIMIT, async () => {
    const page = await site.open();
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    await page.reload();
    await choose(page, "Dekker's lock");
    await verdictOf(page);
    await verdictAfterCheck(page);
    const said = await saidNow(page);
    await site.goOffline();
    await page.reload();
    await choose(page, "Dekker's lock");
    await page.getByText('This is a stored result.').waitFor();
    await page.getByRole('button', { name: 'Check', exact: true }).waitFor();
    await verdictAfterCheck(page);
    expect(await saidNow(page)).toEqual(said);
    site.problems.length = 0; // the browser notes that the worker's own script could not be fetched again
  });
});
