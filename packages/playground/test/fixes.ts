import path from 'node:path';
import type { Page } from 'playwright-core';
import { fencepost } from '@fencepost/testing/built';

/** Waits for the fix. The lines that it removes and adds. */
export async function findFix(page: Page): Promise<string[]> {
  await page.getByRole('button', { name: 'Apply' }).waitFor();
  return changedLines(await page.getByRole('region', { name: 'Changes' }).innerText());
}

/** The lines that the command removes and adds. */
export async function changesOfCommand(file: string, models: string): Promise<string[]> {
  const { out } = await fencepost(['fix', path.basename(file), '--model', models], { cwd: path.dirname(file) });
  return changedLines(out);
}

function changedLines(diff: string): string[] {
  return diff.split('\n').filter((line) => /^[-+](?![-+]{2} )/.test(line));
}
