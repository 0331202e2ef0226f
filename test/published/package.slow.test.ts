import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { publint } from 'publint';
import { beforeAll, describe, expect, it } from 'vitest';
import { entries } from '../../tools/scripts/published/entries.js';
import type { Packed } from './installed.js';
import { pack, run } from './installed.js';

// What is in the tarball.

const MEGABYTE = 2 ** 20;
const root = join(import.meta.dirname, '../..');

let packed: Packed;
let files: readonly string[];
beforeAll(async () => {
  packed = await pack();
  files = readdirSync(packed.folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(packed.folder, name)).isFile(),
  );
});

const read = (name: string): string => readFileSync(join(packed.folder, name), 'utf8');
const inBundle = (): string[] => files.filter((name) => /^dist.bundle./.test(name));

describe('the published package', { timeout: 60_000 }, () => {
  it('has the files of a package, and nothing else', () => {
    const others = files.filter(
      (name) =>
        !/^dist.(?:bundle.[\w-]+\.c?js|native.[\w-]+\.[ch]|frameworks.[\w./\\-]+\.h(?:pp)?|reference.[\w-]+\.md|types.[\w./\\-]+\.d\.c?ts)$/.test(
          name,
        ),
    );
    expect(others.sort()).toEqual([
      'LICENSE',
      'NOTICE',
      'README.md',
      'bin/fencepost.js',
      'bin/package.json',
      'dist/browser/theme.css',
      'dist/browser/trace-viewer.css',
      'dist/browser/trace-viewer.js',
      'dist/config.schema.json',
      'dist/report.schema.json',
      'package.json',
    ]);
  });

  it('is small', () => {
    const size = files.reduce((sum, name) => sum + statSync(join(packed.folder, name)).size, 0);
    // The checker of C and the command are there twice: alone, as files that load quickly (decision 35), and among the modules.
    expect(statSync(packed.tarball).size).toBeLessThan(1.96 * MEGABYTE);
    expect(size).toBeLessThan(7.3 * MEGABYTE);
  });

  it('needs no other package of this repository', () => {
    const imported = /(?:from|import|require)\s*\(?\s*['"]@fencepost\//;
    expect(files.filter((name) => /\.(?:[cm]?js|ts|cts)$/.test(name) && imported.test(read(name)))).toEqual([]);
    expect(read('package.json')).not.toMatch(/@fencepost\/|fencepost-source|"private"/);
  });

  it('has the licences of inlined code', () => {
    const names = inBundle().flatMap((name) =>
      [...read(name).matchAll(/^\s*\/\/ (?:\S*\/)?node_modules\/((?:@[\w.-]+\/)?[\w.-]+)\//gm)].map(
        ([, inlined = '']) => inlined,
      ),
    );
    // In the page of the HTML report.
    const expected = [...new Set([...names, 'preact'])].sort();
    expect(expected).toContain('@jridgewell/trace-mapping');
    const sections = read('NOTICE').matchAll(/^-{80}\n(\S+) \S+ \((.+)\)\n\n(.+)/gm);
    const noticed = [...sections].map(([, name, licence, text = '']) => ({ name, licence, hasText: text.length > 10 }));
    expect(noticed).toEqual(expected.map((name) => ({ name, licence: 'MIT', hasText: true })));
  });

  it('has links in its README that lead somewhere', () => {
    const targets = [...read('README.md').matchAll(/\]\(([^)]+)\)/g)].map(([, target = '']) => target);
    expect(targets.length).toBeGreaterThan(0);
    expect(targets.filter((target) => !/^(?:https:|#)/.test(target))).toEqual([]);
  });

  it('has no fault that publint knows', async () => {
    const { messages } = await publint({ pkgDir: packed.folder, strict: true, pack: false });
    expect(messages).toEqual([]);
  });

  it('has types that are right for every kind of resolution', async () => {
    const attw = join(root, 'node_modules/@arethetypeswrong/cli/dist/index.js');
    // Node loads modules with `require` since 20.19 and 22.12.
    const rules = ['--ignore-rules', 'cjs-resolves-to-esm'];
    const modules = entries().map(({ name }) => (name === 'index' ? '.' : name));
    const args = [attw, packed.tarball, ...rules, '--entrypoints', ...modules];
    const { code, out } = await run(packed.folder, process.execPath, args);
    expect(out).toMatch(/No problems found/);
    expect(code).toBe(0);
  });
});
