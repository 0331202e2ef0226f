import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { build } from 'rolldown';
import { describe, expect, it } from 'vitest';
import type { Ended } from '@fencepost/testing/built';
import { isLackOfBrowser, isSame, refusedByCommand, refusedByPage } from './refusals.js';
import { ranByCommand, saidByPage, saidInJson } from './reports.js';
import { usePage } from './site.js';

const page = usePage();
const root = path.join(import.meta.dirname, '..', '..', '..');

const FEW = [
  'examples/typescript/search.check.ts',
  'examples/typescript/ring-with-count.ts',
  'examples/typescript/waiting-ring.check.ts',
  'examples/web/async.check.ts',
  'test/fixtures/attacks/ends.check.mjs',
  'test/fixtures/attacks/grows.check.mjs',
  'test/fixtures/attacks/classes.check.ts',
];

/** The page does not reduce orders of tasks: it has more executions than the command. */
const REDUCED: readonly string[] = ['cache.check.ts', 'cache-repaired.check.ts'];

/** All that is in one file, or can be put into one: `npm run campaign -- playground-typescript`. */
function all(): string[] {
  const folders = ['examples/typescript', 'examples/web', 'test/fixtures/attacks', 'corpus/linear-js'];
  return folders.flatMap((folder) =>
    fs
      .readdirSync(path.join(root, folder))
      .filter((name) => /\.check\.m?[jt]s$/.test(name) && !REDUCED.includes(name))
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
  return { name: path.basename(file).replace(/\.ts$/, '.js'), text: bounded(output[0].code) };
}

/** Scenarios of so few calls that no check is stopped by the clock, which stops each elsewhere. */
function bounded(text: string): string {
  return text.replaceAll(/\bcalls: \d+/g, 'calls: 2');
}

/** What the command prints. As on the page, the folder of the file is the root. */
async function ranHere(name: string, text: string): Promise<Ended> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fencepost-parity-'));
  fs.writeFileSync(path.join(folder, name), text);
  const ended = await ranByCommand(folder, name).finally(() => fs.rmSync(folder, { recursive: true }));
  return { ...ended, err: ended.err.replaceAll(folder, '') };
}

describe('the page and the command agree', () => {
  const isAll = process.env['FENCEPOST_PARITY'] === 'all';
  /** Checks that both have made, or refused. */
  const compared: string[] = [];

  it.each(isAll ? all() : FEW)('%s', { timeout: 300_000 }, async (file) => {
    const { name, text } = await asOneFile(file);
    const [here, { out, err }] = await Promise.all([saidByPage(page(), name, text), ranHere(name, text)]);
    const refused = await refusedByPage(page());
    const lacks = refused.filter(isLackOfBrowser);
    // What else the page refuses, the command refuses with the same words at the same line.
    const others = refused.filter((each) => !lacks.includes(each));
    const shared = refusedByCommand(err, name).filter(({ line }) => !lacks.some((lack) => lack.line === line));
    if (!('refused' in here && lacks.length > 0))
      expect(others.map((each, i) => (isSame(each, shared[i]) ? shared[i] : each))).toEqual(shared);
    compared.push(...others.map(({ text: why }) => `${file}: ${why}`));
    if ('refused' in here) return;
    const there = saidInJson(out, err);
    const isLacking = (program: string): boolean => lacks.some(({ text: lack }) => lack.startsWith(`${program}: `));
    expect(here.checks).toEqual('checks' in there ? there.checks.filter(({ program }) => !isLacking(program)) : there);
    compared.push(...new Set(here.checks.map(({ program }) => `${file}: ${program}`)));
  });

  it.skipIf(!isAll)('of more than a hundred checks', () => {
    expect(compared.length).toBeGreaterThan(100);
    console.log(`${compared.length} checks`);
  });
});
