import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { saidByCommand, saidByPage } from './reports.js';
import { useSite } from './site.js';

const site = useSite();
const corpus = path.join(import.meta.dirname, '..', '..', '..', 'corpus');

/** How many programs; `npm run playground:parity` takes a hundred. */
const COUNT = Number(process.env['FENCEPOST_PARITY'] ?? 5);

/** Programs of one file, evenly from all groups but those that are no single programs. */
function programs(): string[] {
  const all = fs
    .readdirSync(corpus, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.c') && !/^(?:svcomp|linear)/.test(file))
    .filter((file) => !fs.readFileSync(path.join(corpus, file), 'utf8').includes('#include "'))
    .toSorted();
  return Array.from({ length: COUNT }, (_, i) => all[Math.floor(((i + 0.5) * all.length) / COUNT)]!);
}

describe('the playground', () => {
  it(`says of ${COUNT} programs in C what the command says`, { timeout: 60_000 + 30_000 * COUNT }, async () => {
    const page = await site.open();
    const others: unknown[] = [];
    for (const file of programs()) {
      const { dir, base } = path.parse(path.join(corpus, file));
      const text = fs.readFileSync(path.join(dir, base), 'utf8');
      const [here, there] = [await saidByPage(page, base, text), await saidByCommand(dir, base)];
      // What needs a header that is not there is not compiled: no verdict, and the compiler says why.
      if ('refused' in here && here.refused.includes('file not found')) continue;
      // Who was stopped by the clock has counted as far as it got.
      if (JSON.stringify(here).includes('"stoppedBy":"time"')) continue;
      try {
        expect(here).toEqual(there);
      } catch {
        others.push({ file, here, there });
      }
    }
    expect(others).toEqual([]);
  });
});
