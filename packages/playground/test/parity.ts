import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Report } from '@fencepost/report';
import type { Page } from 'playwright-core';
import { build } from 'rolldown';

const root = path.join(import.meta.dirname, '..', '..', '..');
const command = path.join(root, 'packages', 'fencepost', 'dist', 'bundle', 'main.js');

/** What of a report is compared: all but times, and where the counterexamples are told. */
export type Outcome = readonly string[] | { readonly refused: string };

/** A file and what it imports from other files, as one. */
export async function asOneFile(file: string): Promise<{ readonly name: string; readonly text: string }> {
  const text = fs.readFileSync(path.join(root, file), 'utf8');
  if (!/from ['"]\.{1,2}\//.test(text)) return { name: path.basename(file), text };
  const { output } = await build({
    input: path.join(root, file),
    external: [/^fencepost/, /^node:/],
    write: false,
    logLevel: 'silent',
    output: { format: 'esm' },
  });
  return { name: path.basename(file).replace(/\.ts$/, '.js'), text: output[0].code };
}

/** What the command says about a text. */
export function outcomeOfCommand(name: string, text: string): Outcome {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fencepost-parity-'));
  try {
    fs.writeFileSync(path.join(folder, name), text);
    const args = ['check', name, '--format', 'json', '--no-config', '--max-time', '60', '--jobs', '1'];
    return outcomeOf(JSON.parse(jsonOf(args, folder)) as Report);
  } catch (error) {
    return { refused: wordsOf((error as Error).message) };
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

/** What is found is told by the status. */
function jsonOf(args: readonly string[], cwd: string): string {
  try {
    return execFileSync(process.execPath, [command, ...args], { cwd, encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    const { stdout, stderr } = error as { readonly stdout: string; readonly stderr: string };
    if (stdout !== '') return stdout;
    throw new Error(stderr, { cause: error });
  }
}

/** What the page says about it. */
export async function outcomeOfPage(page: Page, name: string, text: string): Promise<Outcome> {
  await page.getByLabel('File').fill(name);
  await page.getByRole('textbox', { name: 'Source' }).fill(text);
  await page.locator('button.main').click();
  const alert = page.getByRole('alert');
  const frame = page.locator('iframe.report');
  await alert.or(frame).waitFor();
  if (await alert.isVisible()) return { refused: wordsOf(await alert.innerText()) };
  const data = page.frameLocator('iframe.report').locator('script[type="application/json"]');
  return outcomeOf((JSON.parse((await data.textContent())!) as { readonly report: Report }).report);
}

function outcomeOf({ checks }: Report): Outcome {
  return checks.map(({ seconds: _, source: __, explorer: ___, ...check }) => JSON.stringify(check));
}

/** The same words for both: without the file, and how it is printed. */
function wordsOf(text: string): string {
  const [first = ''] = text
    .replace(/^fencepost: /, '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  return first.replace(/^(?:\S+:\d+(?::\d+)?:|line \d+)\s*/, '');
}
