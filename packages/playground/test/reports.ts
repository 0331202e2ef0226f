import type { Page } from 'playwright-core';
import type { Report } from '@fencepost/report';
import { fencepost } from '../../../test/built.js';

/** What a check says of a file, but for times and how to repeat it. */
export type Said = { readonly checks: readonly object[] } | { readonly refused: string };

/** What the page says. */
export async function saidByPage(page: Page, file: string, text: string): Promise<Said> {
  await page.getByRole('textbox', { name: 'File' }).fill(file);
  await page.getByRole('textbox', { name: 'Source' }).fill(text);
  await page.getByRole('button', { name: 'Check' }).click();
  return saidNow(page);
}

/** What the page says when the check that runs has ended. */
export async function saidNow(page: Page): Promise<Said> {
  const frame = page.locator('iframe.report');
  await page.getByRole('button', { name: 'Stop', disabled: true }).waitFor({ timeout: 120_000 });
  if ((await frame.count()) === 0) return { refused: await page.getByRole('alert').innerText() };
  const shown = (await frame.getAttribute('srcdoc'))!;
  const [, data] = /<script type="application\/json"[^>]*>(.*?)<\/script>/s.exec(shown)!;
  return said((JSON.parse(data!) as { report: Report }).report);
}

/** What the command says. */
export async function saidByCommand(folder: string, file: string): Promise<Said> {
  // Warnings of the compiler are there, too.
  const { out, err } = await fencepost(['check', file, '--format', 'json', '--max-time', '60s'], { cwd: folder });
  return out.startsWith('{') ? said(JSON.parse(out) as Report) : { refused: err };
}

function said({ checks }: Report): Said {
  return { checks: checks.map(({ seconds: _, replay: __, ...rest }) => rest) };
}
