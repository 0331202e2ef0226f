import type { Locator, Page } from 'playwright-core';

/** The text of the program, in a plain field or in the editor. */
export function sourceIn(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Source' });
}

/** Waits for the editor. */
export async function editorIn(page: Page): Promise<Locator> {
  await page.locator('.cm-editor').waitFor();
  return sourceIn(page);
}

/** What the editor has, as one reads it. Short programs only: of long ones, it makes no more lines than are seen. */
export async function textIn(page: Page): Promise<string> {
  const lines = await page.locator('.cm-line').allInnerTexts();
  return lines.map((line) => (line === '\n' ? '' : line)).join('\n');
}

/** What is selected, in either. */
export function selectedIn(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { activeElement: active } = document;
    if (!(active instanceof HTMLTextAreaElement)) return String(getSelection());
    return active.value.slice(active.selectionStart, active.selectionEnd);
  });
}
