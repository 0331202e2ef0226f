import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { asOneFile, outcomeOfCommand, outcomeOfPage } from './parity.js';
import { useSite } from './site.js';

const site = useSite();
const root = path.join(import.meta.dirname, '..', '..', '..');

const FEW = [
  'examples/typescript/message.check.ts',
  'examples/typescript/waiting-ring.check.ts',
  'examples/web/async.check.ts',
  'test/fixtures/attacks/ends.check.mjs',
  'test/fixtures/attacks/classes.check.ts',
];

/** All that there is of one file, or can be made one: `npm run playground:parity:typescript`. */
function all(): string[] {
  const folders = ['examples/typescript', 'examples/web', 'test/fixtures/attacks', 'corpus/linear-js'];
  return folders.flatMap((folder) =>
    fs
      .readdirSync(path.join(root, folder))
      .filter((name) => /\.check\.m?[jt]s$/.test(name))
      .map((name) => `${folder}/${name}`),
  );
}

describe('what the page says is what the command says', () => {
  const files = process.env['FENCEPOST_PARITY'] === 'all' ? all() : FEW;
  it.each(files)('%s', { timeout: 200_000 }, async (file) => {
    const { name, text } = await asOneFile(file);
    const page = await site.open();
    const outcome = await outcomeOfPage(page, name, text);
    expect(outcome).toEqual(outcomeOfCommand(name, text));
    expect(outcome, 'it is no refusal').toBeInstanceOf(Array);
  });
});
