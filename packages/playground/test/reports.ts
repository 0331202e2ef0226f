import type { Page } from 'playwright-core';
import type { Report } from '@fencepost/report';
import type { Ended } from '@fencepost/testing/built';
import { fencepost } from '@fencepost/testing/built';
import type { LitmusAnswer } from '../src/protocol.js';
import { check, ended } from './site.js';

/** What a check says of a file, but for times and how to repeat it. */
export type Said = { readonly checks: readonly { readonly program: string }[] } | { readonly refused: string };

/** What the page says. */
export async function saidByPage(page: Page, file: string, text: string): Promise<Said> {
  await page.getByRole('textbox', { name: 'File' }).fill(file);
  await page.getByRole('textbox', { name: 'Source' }).fill(text);
  await check(page);
  return saidNow(page);
}

/** What the page says when the check that runs has ended. */
export async function saidNow(page: Page): Promise<Said> {
  await ended(page);
  const data = page.locator('script.data');
  if ((await data.count()) === 0) return { refused: await page.getByRole('alert').innerText() };
  return saidIn((await data.textContent())!);
}

/** What the data of a result says. */
export function saidIn(json: string): Said {
  return said((JSON.parse(json) as { report: Report }).report);
}

/** The answer to the question of a litmus test. */
export async function litmusNow(page: Page): Promise<LitmusAnswer> {
  await ended(page);
  return (JSON.parse((await page.locator('script.data').textContent())!) as { litmus: LitmusAnswer }).litmus;
}

/** What the command says. */
export async function saidByCommand(folder: string, file: string, models: readonly string[] = []): Promise<Said> {
  const { out, err } = await ranByCommand(folder, file, models);
  return saidInJson(out, err);
}

/** What the command prints, in the time that the page has. */
export function ranByCommand(folder: string, file: string, models: readonly string[] = []): Promise<Ended> {
  const under = models.length === 0 ? [] : ['--model', models.join()];
  return fencepost(['check', file, '--format', 'json', '--max-time', '60s', ...under], { cwd: folder });
}

/** What is said by a report in JSON; if there is none, by the errors. */
export function saidInJson(out: string, err: string): Said {
  // Among the errors are warnings of the compiler.
  return out.startsWith('{') ? said(JSON.parse(out) as Report) : { refused: err };
}

function said({ checks }: Report): Said {
  return { checks: checks.map(({ seconds: _, replay: __, ...rest }) => rest) };
}
