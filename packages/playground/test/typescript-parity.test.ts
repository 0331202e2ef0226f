import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { build } from 'rolldown';
import { describe, expect, it } from 'vitest';
import type { Said } from './reports.js';
import { saidByCommand, saidByPage } from './reports.js';
import { useSite } from './site.js';

const site = useSite();
const root = path.join(import.meta.dirname, '..', '..', '..');

const FEW = [
  'examples/typescript/ring-with-count.ts',
  'examples/typescript/waiting-ring.check.ts',
  'examples/web/async.check.ts',
  'test/fixtures/attacks/ends.check.mjs',
  'test/fixtures/attacks/classes.check.ts',
];

/** They need what only Node has: `Buffer`, or files of workers. */
const OF_NODE = /adder|workers|values|writes|reads/;

/** All that is in one file, or can be put into one: `npm run playground:parity:typescript`. */
function all(): string[] {
  const folders = ['examples/typescript', 'examples/web', 'test/fixtures/attacks', 'corpus/linear-js'];
  return folders.flatMap((folder) =>
    fs
      .readdirSync(path.join(root, folder))
      .filter((name) => /\.check\.m?[jt]s$/.test(name) && !OF_NODE.test(name))
      .map((name) => `${folder}/${name}`),
  );
}

/** A file and what it imports from other files, as one. */
async function asOneFile(file: string): Promise<{ readonly name: string; readonly text: string }> {
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

async function saidHere(name: string, text: string): Promise<Said> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fencepost-parity-'));
  fs.writeFileSync(path.join(folder, name), text);
  return saidByCommand(folder, name).finally(() => fs.rmSync(folder, { recursive: true }));
}

describe('what the page says is what the command says', () => {
  const files = process.env['FENCEPOST_PARITY'] === 'all' ? all() : FEW;
  it.each(files)('%s', { timeout: 300_000 }, async (file) => {
    const { name, text } = await asOneFile(file);
    const page = await site.open();
    const said = await saidByPage(page, name, text);
    const expected = await saidHere(name, text);
    if ('checks' in expected) expect(said).toEqual(expected);
    else if ('refused' in said)
      expect(expected.refused).toContain(said.refused.split('\n')[0]!.replace(/^line \d+ */, ''));
    else expect(expected.refused).toMatch(/refused|supported|does something else/);
  });
});
