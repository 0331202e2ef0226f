import fs from 'node:fs';
import path from 'node:path';
import { checkProgram } from '@fencepost/check';
import { LocalStates } from '@fencepost/core';
import {
  checkLitmus,
  enumerateLitmus,
  litmusCheckProgram,
  litmusProgram,
  modelsOf,
  parseLitmus,
} from '@fencepost/litmus';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { litmusNow, saidNow } from './reports.js';
import { EXAMPLES, check, choose, ended, linkTo, root, useSite, verdictAfterCheck, verdictOf } from './site.js';

const site = useSite();

const LITMUS = EXAMPLES.filter((example) => example.path.endsWith('.litmus'));
const textOf = (file: string): string => fs.readFileSync(path.join(root, file), 'utf8');
const testIn = (file: string) => parseLitmus(textOf(file), path.basename(file));

/** The same question with another quantifier. */
const asking = (quantifier: string): string => textOf('examples/litmus/SB.litmus').replace('exists', quantifier);

const AARCH64 = `AArch64 MP
{ 0:X1=x; 0:X3=y; 1:X1=y; 1:X3=x; }
 P0          | P1          ;
 MOV W0,#1   | LDR W0,[X1] ;
 STR W0,[X1] | LDR W2,[X3] ;
 MOV W2,#1   |             ;
 STR W2,[X3] |             ;
exists (1:X0=1 /\\ 1:X2=0)
`;

const table = async (page: Page): Promise<string[]> =>
  (await page.locator('.outcomes tbody tr').allInnerTexts()).map((row) => row.replace(/\s+/g, ' ').trim());

describe('a litmus test', () => {
  it.each(LITMUS)('is answered as by the command: $title', async ({ title, path: file }) => {
    const page = await site.open();
    await choose(page, title);
    const { models } = await litmusNow(page);
    const test = testIn(file);
    const states = new LocalStates(litmusProgram(test));
    expect(models.map(({ model }) => model)).toEqual(modelsOf(test));
    for (const { model, counts, hasRace, witness } of models) {
      const { executions, witnesses, states: finals, races } = checkLitmus(test, states, model, 'graph');
      expect(counts).toMatchObject({ executions, witnesses });
      expect(counts!.outcomes).toHaveLength(finals.length);
      expect(counts!.outcomes.reduce((sum, each) => sum + each.executions, 0)).toBe(executions);
      expect(hasRace).toBe((races ?? 0) > 0);
      // There is a drawing if and only if it can happen.
      expect(witness !== null).toBe(witnesses > 0);
    }
    // The report has the same content as that of the command, up to times and who made it.
    const expected = checkProgram(litmusCheckProgram(test), { models: modelsOf(test) });
    const untimed = ({ seconds: _, ...rest }: { seconds?: number }) => rest;
    const { checks } = (await saidNow(page)) as { checks: readonly Record<string, unknown>[] };
    expect(checks.map(({ source: _, program: __, ...each }) => each)).toEqual(
      JSON.parse(JSON.stringify(expected.map(untimed))),
    );
  });

  it.each([
    [
      'Store buffering',
      'Can it hold? SC: never · x86: yes, in 1 of 4 executions · PSO: yes, in 1 of 4',
      ['★ asked for 0 0 never 1 of 4 1 of 4', 'other 0 1 1 of 3 1 of 4 1 of 4'],
      'x86',
    ],
    [
      'Message passing',
      'Can it hold? SC: never · x86: never · PSO: yes, in 1 of 4 executions',
      ['★ asked for 1 0 never never 1 of 4', 'other 0 0 1 of 3 1 of 3 1 of 4'],
      'PSO',
    ],
    [
      'Independent reads',
      'Can it hold? SC: never · x86: never · PSO: never',
      ['★ asked for 1 0 1 0 never never never', 'other 0 0 0 0 1 of 15 1 of 15 1 of 15'],
      undefined,
    ],
  ])('has an answer, not a verdict: %s', async (title, answer, rows, drawn) => {
    const page = await site.open();
    await choose(page, title);
    await ended(page);
    expect(await verdictOf(page)).toBe(answer);
    expect((await table(page)).slice(0, 2)).toEqual(rows);
    expect(await page.locator('.result').innerText()).not.toMatch(/\bsafe\b/i);
    const how = page.getByRole('heading', { name: /^How it happens under/ });
    if (drawn === undefined) {
      expect(await how.count()).toBe(0);
      expect(await page.locator('.trace-viewer').count()).toBe(0);
      // Of many outcomes, some are shown.
      const before = (await table(page)).length;
      await page.getByRole('button', { name: 'Show all 15 outcomes' }).click();
      expect((await table(page)).length).toBeGreaterThan(before);
    } else {
      expect(await how.innerText()).toContain(drawn);
      // The drawing ends in the asked-for state, and is replayed by the command.
      await page.getByText('Details').click();
      expect(await page.getByLabel('Command that shows this execution').innerText()).toMatch(
        /^fencepost replay \S+\.litmus/,
      );
    }
  });

  it('is drawn under the model that the reader chooses', async () => {
    const page = await site.open('');
    await ended(page);
    const step = page.locator('.step').first();
    expect(await page.getByRole('button', { name: 'x86', exact: true }).getAttribute('aria-pressed')).toBe('true');
    await page.getByRole('button', { name: 'PSO', exact: true }).click();
    await step.waitFor();
    await page.getByText('Details').click();
    expect(await page.getByLabel('Command that shows this execution').innerText()).toContain('--model pso');
  });

  it.each([
    ['~exists', 'Is it impossible? SC: yes · x86: no, it holds in 1 of 4 executions · PSO: no, it holds in 1 of 4'],
    [
      'forall',
      'Does it always hold? SC: no, not in all 3 executions · x86: no, not in 3 of 4 · PSO: no, not in 3 of 4',
    ],
  ])('that requires something says whether that holds: %s', async (quantifier, answer) => {
    const page = await site.open(linkTo('SB.litmus', asking(quantifier)));
    expect(await verdictAfterCheck(page)).toBe(answer);
    expect((await table(page))[0]).toContain(quantifier === 'forall' ? 'breaks it' : 'must not happen');
    expect(await page.locator('.trace-viewer').count()).toBe(1);
  });

  it('for AArch64 is answered by enumeration', async () => {
    const page = await site.open(linkTo('MP.litmus', AARCH64));
    await check(page);
    const { models } = await litmusNow(page);
    const test = parseLitmus(AARCH64, 'MP.litmus');
    if (test.dialect !== 'AArch64') throw new Error('another dialect');
    expect(models.map(({ model, counts }) => [model, counts?.executions, counts?.witnesses])).toEqual(
      modelsOf(test).map((model) => {
        const { executions, witnesses } = enumerateLitmus(test, model);
        return [model, executions, witnesses];
      }),
    );
    expect(await verdictOf(page)).toContain('SC: never · ARM: yes, in 1 of 4 executions');
  });

  it('with a data race says that its behaviour is undefined', async () => {
    const page = await site.open();
    await choose(page, 'A data race in C');
    expect(await verdictOf(page)).toContain('C11: never; a data race makes it undefined');
    await page.getByRole('heading', { name: /^data race on message/ }).waitFor();
    expect(await page.locator('.race-line').count()).toBe(1);
  });
});
