import type { Page } from 'playwright-core';
import type { Report } from '@fencepost/report';
import type { Ended } from '@fencepost/testing/built';
import { fencepost } from '@fencepost/testing/built';

/** What a check says of a file, but for times and how to repeat it. */
export type Said = { readonly checks: readonly { readonly program: string }[] } | { readonly refused: string };

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
  return saidByReport((await frame.getAttribute('srcdoc'))!);
}

/** What an HTML report says. */
export function saidByReport(html: string): Said {
  const [, data] = /<script type="application\/json"[^>]*>(.*?)<\/script>/s.exec(html)!;
  return said((JSON.parse(data!) as { report: Report }).report);
}

/** What the command says. */
export async function saidByCommand(folder: string, file: string): Promise<Said> {
  const { out, err } = await ranByCommand(folder, file);
  return saidInJson(out, err);
}

/** What the command prints, in the time that the page has. */
export function ranByCommand(folder: string, file: string): Promise<Ended> {
  return fencepost(['check', file, '--format', 'json', '--max-time', '60s'], { cwd: folder });
}

/** What is said by a report in JSON; if there is none, by the errors. */
export function saidInJson(out: string, err: string): Said {
  // Among the errors are warnings of the compiler.
  return out.startsWith('{') ? said(JSON.parse(out) as Report) : { refused: err };
}

function said({ checks }: Report): Said {
  return { checks: checks.map(({ seconds: _, replay: __, ...rest }) => rest) };
}
