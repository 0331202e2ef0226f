import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { fencepost, root } from '@fencepost/testing/built';

// The checker of litmus tests and C is one file, and what V8 compiles of it is kept.

const folder = mkdtempSync(join(tmpdir(), 'fencepost-one-file-'));
afterAll(() => rmSync(folder, { recursive: true }));

const env = { FENCEPOST_CACHE: folder };
const SB = 'examples/litmus/SB.litmus';
const kept = join(folder, 'code', 'checker.cjs-litmus');
const output = async (...files: string[]): Promise<string> => {
  const { code, out, err } = await fencepost(['check', ...files, '--model', 'sc', '--no-config'], { env });
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return out.replaceAll(/\d+\.\d+ s/g, '');
};

it('keeps compiled code once, and replaces damaged files', { timeout: 120_000 }, async () => {
  const expected = await output(SB);
  const first = readFileSync(kept);
  expect(await output(SB)).toBe(expected);
  expect(readFileSync(kept).equals(first)).toBe(true);
  // V8 itself would run such code.
  for (const damaged of [first.subarray(0, first.length >> 1), first.fill(0xff, 5000, 6000), Buffer.alloc(0)]) {
    writeFileSync(kept, damaged);
    expect(await output(SB)).toBe(expected);
    expect(statSync(kept).size).toBeGreaterThan(100_000);
    expect(readFileSync(kept).equals(damaged)).toBe(false);
  }
  expect(readdirSync(join(folder, 'code')).filter((name) => name.endsWith('.tmp'))).toEqual([]);
});

it('leaves modules, before or after, to a checker that shares ours with them', { timeout: 120_000 }, async () => {
  const js = join(folder, 'program.mjs');
  const library = pathToFileURL(join(root, 'packages/fencepost/dist/bundle/index.js')).href;
  const text = `export default program('one store', (p) => {
    const x = p.variable('x', 0);
    p.thread('a', function* () { yield store(x, 1); });
  });`;
  writeFileSync(js, `import { program, store } from '${library}';\n${text}\n`);
  const [alone, litmus] = [await output(js), await output(SB)];
  const out = await output(SB, js, SB);
  for (const part of [alone, litmus]) expect(out).toContain(part.trim().split('\n')[0]);
});
