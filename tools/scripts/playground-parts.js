// What is linked to programs in C besides their own code: made once, so that no browser has to.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'rolldown';
import { browserBuild } from './bundle-page.js';

const root = path.join(import.meta.dirname, '..', '..');
const folder = path.join(root, 'packages', 'playground', 'dist', 'parts');

/** A program that needs all parts: moves bytes, divides 128-bit integers, and sorts. */
const PROGRAM = `#include <stdlib.h>
__int128 x = 1;
int compare(const void *a, const void *b) { return 0; }
int main(void) {
  int numbers[2] = {0};
  qsort(numbers, 2, sizeof *numbers, compare);
  x = x / (x + 1);
}
`;

/**
 * The module that `packages/playground/src/engines/parts.d.ts` declares, made by the compiler that the page has. It is kept:
 * the compiler takes longer than all else of the playground.
 *
 * @param {Readonly<Record<string, string>>} headers
 */
export async function partsModule(headers) {
  const { output } = await build({
    ...browserBuild,
    input: path.join(root, 'packages', 'c', 'src', 'browser.ts'),
    write: false,
    output: { format: 'esm', codeSplitting: false },
  });
  const { code } = output[0];
  const version = fs.readFileSync(path.join(root, 'node_modules', '@yowasp', 'clang', 'package.json'));
  const key = createHash('sha256').update(JSON.stringify([code, headers, PROGRAM, version]));
  const name = path.join(folder, key.digest('hex').slice(0, 12));
  if (fs.existsSync(`${name}.js`)) return fs.readFileSync(`${name}.js`, 'utf8');
  fs.mkdirSync(folder, { recursive: true });
  const made = `${name}.${process.pid}`;
  fs.writeFileSync(`${made}.mjs`, code);
  const { BrowserBuilder } = /** @type {typeof import('@fencepost/c/browser')} */ (
    await import(pathToFileURL(`${made}.mjs`).href)
  );
  const builder = new BrowserBuilder({
    compiler: async () =>
      /** @type {import('@fencepost/c/browser').Yowasp} */ (/** @type {unknown} */ (await import('@yowasp/clang'))),
    headers,
  });
  await builder.build('parts.c', PROGRAM);
  const parts = builder.parts().map(({ data, ...part }) => ({ ...part, data: Buffer.from(data).toString('base64') }));
  fs.writeFileSync(`${made}.js`, `export const PARTS = ${JSON.stringify(parts)};`);
  // Another process may do the same.
  fs.renameSync(`${made}.js`, `${name}.js`);
  fs.rmSync(`${made}.mjs`);
  return fs.readFileSync(`${name}.js`, 'utf8');
}
