import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { changesOfCommand, findFix } from './fixes.js';
import { saidByPage } from './reports.js';
import { check, choose, ended, useSite, verdictAfterCheck, verdictOf } from './site.js';
import { editorIn, sourceIn, textIn } from './source.js';

const site = useSite();
const root = path.join(import.meta.dirname, '..', '..', '..');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fencepost-fix-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));

/** A message without order, beside threads whose executions are too many to count. */
const LONG = `import { check } from 'fencepost';

check('message', { models: ['arm64'] }, (t) => {
  const memory = new Int32Array(new SharedArrayBuffer(16));
  t.thread('sender', () => {
    memory[1] = 42;
    memory[0] = 1;
  });
  t.thread('receiver', () => {
    while (memory[0] === 0);
    return memory[1];
  });
  for (const name of ['a', 'b', 'c', 'd']) {
    t.thread(name, () => {
      for (let i = 0; i < 3; i++) Atomics.add(memory, 2, 1);
    });
  }
  t.after(({ receiver }) => {
    if (receiver !== 42) throw new Error(\`received \${receiver}\`);
  });
});
`;

/** Calls that hand over a message without order. */
const STRUCTURE = `import { int, linearizable } from 'fencepost';

class Box {
  memory = new Int32Array(new SharedArrayBuffer(8));
  put(value: number): void {
    this.memory[1] = value;
    this.memory[0] = 1;
  }
  take(): number {
    return this.memory[0] === 1 ? this.memory[1]! : -1;
  }
}

linearizable('box', () => new Box(), { put: [int(5, 5)], take: [] }, { calls: 2, threads: 2, models: ['arm64'] });
`;

describe('a fix', () => {
  it('of a data structure holds for all its scenarios', { timeout: 180_000 }, async () => {
    const page = await site.open();
    await editorIn(page);
    expect(await saidByPage(page, 'box.check.ts', STRUCTURE)).toMatchObject({ checks: [{ verdict: 'failing' }] });
    const file = path.join(folder, 'box.check.ts');
    fs.writeFileSync(file, STRUCTURE);
    const shown = await findFix(page);
    expect(shown.length).toBeGreaterThan(0);
    expect(shown).toEqual(await changesOfCommand(file, 'arm64'));
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('Applied. Undo in the editor reverts it.').waitFor();
    await page.getByRole('button', { name: 'Check the fixed program' }).click();
    await expect.poll(() => verdictOf(page)).toBe('✓ Safe under ARM');
  });

  it.each([
    ['Store buffering', 'examples/litmus/SB.litmus', 'tso,pso', 'yes, in 1 of 4'],
    ['A message in shared memory', 'examples/typescript/message.check.ts', 'arm64', 'Fails'],
  ])('is the one that the command finds, and is made with one click: %s', async (title, file, models, wrong) => {
    const page = await site.open();
    await editorIn(page);
    await choose(page, title);
    await ended(page);
    expect(await verdictOf(page)).toContain(wrong);
    const before = fs.readFileSync(path.join(root, file), 'utf8');
    const shown = await findFix(page);
    expect(shown).toEqual(await changesOfCommand(path.join(root, file), models));
    expect(await textIn(page)).toBe(before);
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('Applied. Undo in the editor reverts it.').waitFor();
    for (const line of shown.filter((each) => each.startsWith('+'))) {
      expect(await textIn(page)).toContain(line.slice(1));
    }
    // It can be taken back, and made again.
    await sourceIn(page).focus();
    await page.keyboard.press('Control+z');
    expect(await textIn(page)).toBe(before);
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('button', { name: 'Check the fixed program' }).click();
    await ended(page);
    await expect.poll(() => verdictOf(page)).not.toContain(wrong);
    expect(await page.locator('.fix').count()).toBe(0);
  });

  it('is found and made by the keyboard alone', async () => {
    const page = await site.open();
    await (await editorIn(page)).focus();
    await page.keyboard.press('Control+Enter');
    await verdictOf(page);
    await page.getByRole('button', { name: 'Apply' }).waitFor();
    const tabTo = async (name: string): Promise<void> => {
      const isThere = (): Promise<boolean> =>
        page.evaluate((text) => document.activeElement?.textContent === text, name);
      for (let i = 0; i < 30 && !(await isThere()); i++) await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
    };
    await tabTo('Apply');
    await page.getByText('Applied. Undo in the editor reverts it.').waitFor();
    await tabTo('Check the fixed program');
    await expect.poll(() => verdictOf(page)).not.toContain('yes');
  });

  it('is made in the plain field, too', async () => {
    site.replaced.set('editor.js', 'export {};');
    const page = await site.open();
    await verdictAfterCheck(page);
    await findFix(page);
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('Applied. Undo in the editor reverts it.').waitFor();
    expect(await sourceIn(page).inputValue()).toContain(' mfence        | mfence        ;');
  });

  it('is not made in a text that has changed since', async () => {
    const page = await site.open();
    const source = await editorIn(page);
    await verdictAfterCheck(page);
    await findFix(page);
    await source.focus();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type(' ');
    await page.getByText('The program has changed since then.').waitFor();
    expect(await page.getByRole('button', { name: 'Apply' }).isDisabled()).toBe(true);
    await page.keyboard.press('Control+z');
    await expect.poll(() => page.getByRole('button', { name: 'Apply' }).isEnabled()).toBe(true);
  });

  it.each(['With fences', 'A data race in C', 'A lost wake-up', 'Calls of a stack'])(
    'is not offered where there is none: %s',
    async (title) => {
      const page = await site.open();
      await editorIn(page);
      await choose(page, title);
      await verdictOf(page);
      await page.waitForTimeout(200);
      expect(await page.locator('.fix').count()).toBe(0);
    },
  );

  it('says how long it has been looked for, and is given up when asked', { timeout: 300_000 }, async () => {
    const page = await site.open();
    await editorIn(page);
    expect(await saidByPage(page, 'long.check.ts', LONG)).toMatchObject({
      checks: [{ verdict: 'failing' }],
    });
    await page.getByText(/^Looking for a fix: \d+ of at most 60 s/).waitFor();
    // Nobody has to wait for it.
    expect(await page.getByRole('button', { name: /^Check/ }).isEnabled()).toBe(true);
    await page.getByRole('button', { name: 'Stop looking' }).click();
    await page.getByText('Stopped before a fix was found.').waitFor();
    // The result stays, and the engine is gone.
    expect(await page.locator('iframe').count()).toBe(0);
    expect(await verdictOf(page)).toBe('✗ Fails under ARM');
    // Nor is it looked for in a text that is gone.
    await check(page);
    await ended(page);
    await page.getByText(/^Looking for a fix: \d+ of at most 60 s/).waitFor();
    await sourceIn(page).focus();
    await page.keyboard.type(' ');
    await expect.poll(() => page.locator('iframe').count()).toBe(0);
  });
});
