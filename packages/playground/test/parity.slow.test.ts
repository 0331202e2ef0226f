import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { saidByCommand, saidByPage } from './reports.js';
import { usePage } from './site.js';

const page = usePage();
const corpus = path.join(import.meta.dirname, '..', '..', '..', 'corpus');

/** How many programs; `npm run campaign -- playground-c` takes a hundred. */
const COUNT = Number(process.env['FENCEPOST_PARITY'] ?? 5);

/** Its search takes longer than a check has time on the page: both give up, each where its clock says. */
const ENDLESS = ['trials/loops/polite.c'];

/** What the page refuses: documentation says so (docs/use/playground.md). */
const LACKS: Readonly<Record<string, RegExp>> = { 'runtime/cleanup.c': /_pthread_cleanup_push, which is neither/ };

/** Files that only a `#line` names are marked where they exist, lest they be quoted. In a browser none does. */
const unmarked = <T>(said: T): T => JSON.parse(JSON.stringify(said).replaceAll('"#line /', '"/')) as T;

/** Programs of one file, evenly from all groups but those that are no single programs. */
function programs(): string[] {
  const all = fs
    .readdirSync(corpus, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.c') && !/^(?:svcomp|linear)/.test(file) && !ENDLESS.includes(file))
    .filter((file) => !fs.readFileSync(path.join(corpus, file), 'utf8').includes('#include "'))
    .toSorted();
  return Array.from({ length: COUNT }, (_, i) => all[Math.floor(((i + 0.5) * all.length) / COUNT)]!);
}

describe('the page and the command agree about a program in C', () => {
  it.each(programs())('%s', { timeout: 300_000 }, async (file) => {
    const { dir, base } = path.parse(path.join(corpus, file));
    const text = fs.readFileSync(path.join(dir, base), 'utf8');
    const [here, there] = await Promise.all([saidByPage(page(), base, text), saidByCommand(dir, base)]);
    const lack = LACKS[file];
    if (lack === undefined) expect(here).toEqual(unmarked(there));
    else expect(here).toEqual({ refused: expect.stringMatching(lack) as string });
  });
});
