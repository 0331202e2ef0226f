import type { Page } from 'playwright-core';

/** Why a program was not checked. */
export interface Refused {
  readonly line: number | undefined;
  /** The message, and the hint in brackets. Where a file has several programs, the page begins with the program's name. */
  readonly text: string;
}

/** What only the command has, as documentation says (docs/use/playground.md). */
const ONLY_ON_COMMAND_LINE =
  /\b(?:Buffer is not supported|it does not exist in browsers|is not supported here|Packages are not available here|there is no such file)/;

export function isLackOfBrowser({ text }: Refused): boolean {
  return ONLY_ON_COMMAND_LINE.test(text);
}

/** What the page has refused in the last check. */
export async function refusedByPage(page: Page): Promise<Refused[]> {
  const alert = page.getByRole('alert');
  const texts =
    (await alert.count()) > 0
      ? [(await alert.locator('p').allInnerTexts()).map((part) => part.trim())]
      : (await page.locator('.message').allInnerTexts()).map((text) => [text]);
  return texts.map(([text, hint]) => {
    const [, line, message] = /^(?:line (\d+)\s+)?(.*)$/s.exec(text!)!;
    return refused(line, message!, hint);
  });
}

/** What the command says that it has refused. */
export function refusedByCommand(errors: string, file: string): Refused[] {
  const place = String.raw`(?:fencepost: )?(?:${file.replaceAll('.', String.raw`\.`)}(?::(\d+):\d+)?: )?`;
  const refusals = new RegExp(String.raw`^${place}(.*?) \[[A-Z_]+\]\n(?:  hint: ([^\n]*)\n)?`, 'gms');
  return [...errors.matchAll(refusals)].map(([, line, message, hint]) => refused(line, message!, hint));
}

/** Whether the page refuses for the same reason as the command. */
export function isSame(here: Refused, there: Refused | undefined): boolean {
  return there !== undefined && here.line === there.line && `: ${here.text}`.endsWith(`: ${there.text}`);
}

function refused(line: string | undefined, message: string, hint: string | undefined): Refused {
  return { line: line === undefined ? undefined : Number(line), text: hint ? `${message} (${hint})` : message };
}
