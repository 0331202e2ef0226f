import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { canCompile } from '@fencepost/testing/compiled';
import { fencepost } from '@fencepost/testing/terminal';
import { importedBy } from '../src/cli/check/imports.js';
import { WatchedFiles } from '../src/cli/check/watched-files.js';

let folder: string;
const before = process.cwd();
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fencepost-watch-'));
  process.chdir(folder);
});
afterEach(() => {
  process.chdir(before);
  rmSync(folder, { recursive: true });
});

const check = (body: string, first = ''): string =>
  `import { check } from 'fencepost';\n${first}check('one', (t) => { t.thread('a', () => { ${body} }); });\n`;
const FAILS = check("throw new Error('wrong');");
const PASSES = check("if (1 > 2) throw new Error('wrong');");

/** A command that is running. */
interface Running {
  readonly out: () => string;
  readonly err: () => string;
  /** Waits for the output to contain this. */
  readonly shows: (text: string | RegExp) => Promise<void>;
  /** Presses Ctrl-C, and returns the exit code. */
  readonly end: () => Promise<number>;
}

const started: Running[] = [];
afterEach(async () => {
  for (const running of started.splice(0)) await running.end();
});

function watching(args: readonly string[], isTerminal = false): Running {
  let [out, err] = ['', ''];
  const stops = new Set<(signal?: 'SIGINT') => void>();
  const done = fencepost(['check', '--watch', '--model', 'sc', ...args], {
    outIsTerminal: isTerminal,
    errIsTerminal: isTerminal,
    columns: 100,
    out: (text) => {
      out += text;
      return Promise.resolve();
    },
    err: (text) => {
      err += text;
    },
    onInterrupt: (stop) => {
      stops.add(stop);
      return () => stops.delete(stop);
    },
  });
  const running: Running = {
    out: () => out,
    err: () => err,
    shows: (text) => vi.waitFor(() => expect(out + err).toMatch(text), { timeout: 30_000, interval: 20 }),
    end: async () => {
      for (const stop of stops) stop('SIGINT');
      return (await done).code;
    },
  };
  started.push(running);
  return running;
}

const rounds = ({ out }: Running): number => out().match(/^a\.check\.mjs: one$/gm)?.length ?? 0;

describe('fencepost check --watch', () => {
  it('checks again when the file changes, once, and says what is fixed', async () => {
    writeFileSync('a.check.mjs', FAILS);
    const running = watching(['a.check.mjs']);
    await running.shows('✗ SC  fails');
    await sleep(500);
    expect(rounds(running)).toBe(1);
    // Several writes in a row are one change.
    writeFileSync('a.check.mjs', `${FAILS}\n`);
    await sleep(50);
    writeFileSync('a.check.mjs', PASSES);
    await running.shows('✓ fixed: a.check.mjs: one\n');
    await sleep(500);
    expect(rounds(running)).toBe(2);
    expect(running.err()).toBe('fencepost: a.check.mjs changed\n');
    // Passing again is nothing new.
    writeFileSync('a.check.mjs', `${PASSES}// again\n`);
    await vi.waitFor(() => expect(rounds(running)).toBe(3), { timeout: 30_000 });
    expect(running.out().match(/fixed/g)).toHaveLength(1);
    expect(await running.end()).toBe(0);
  });

  it('follows imports, files with mistakes and files that editors replace', async () => {
    const imports = "import { fails } from './lib.mjs';\n";
    writeFileSync('a.check.mjs', check("if (fails) throw new Error('wrong');", imports));
    writeFileSync('lib.mjs', 'export const fails = ;\n');
    const running = watching(['a.check.mjs']);
    await running.shows(/lib\.mjs:1:22: .* \[JS_SYNTAX\]/);
    writeFileSync('new.mjs', 'export const fails = true;\n');
    renameSync('new.mjs', 'lib.mjs');
    await running.shows('✗ SC  fails');
    writeFileSync('lib.mjs', 'export const fails = 0 / 0;\n');
    await running.shows('✓ fixed: a.check.mjs: one');
    rmSync('a.check.mjs');
    await running.shows(/cannot read a\.check\.mjs/);
    writeFileSync('a.check.mjs', FAILS);
    await vi.waitFor(() => expect(running.out().match(/✗ SC/g)).toHaveLength(2), { timeout: 30_000 });
    expect(await running.end()).toBe(1);
  });

  it.skipIf(!canCompile)('follows headers', async () => {
    mkdirSync('include');
    writeFileSync('include/limit.h', '#define LIMIT 1\n');
    writeFileSync('a.c', '#include <assert.h>\n#include "limit.h"\nint main(void) { assert(LIMIT == 2); return 0; }\n');
    const running = watching(['a.c', '--', '-Iinclude']);
    await running.shows('✗ SC  fails');
    writeFileSync('include/limit.h', '#define LIMIT 2\n');
    await running.shows('✓ fixed: a.c');
    expect(await running.end()).toBe(0);
  });

  it('ends a search that a change has made useless', async () => {
    const endless = (threads: number): string => `import { check } from 'fencepost';
check('one', (t) => {
  const memory = new Int32Array(new SharedArrayBuffer(4));
  for (let i = 0; i < ${threads}; i++) t.thread('t' + i, () => { for (let k = 0; k < 6; k++) Atomics.add(memory, 0, i + 1); });
});
`;
    writeFileSync('a.check.mjs', PASSES);
    const running = watching(['a.check.mjs', '--progress', 'json', '--jobs', '1']);
    await running.shows('✓ SC');
    writeFileSync('a.check.mjs', endless(6));
    await vi.waitFor(() => expect(running.err()).toMatch(/"executions":\d{2,}/), { timeout: 30_000 });
    const start = performance.now();
    writeFileSync('a.check.mjs', FAILS);
    await running.shows('✗ SC  fails');
    expect(performance.now() - start).toBeLessThan(20_000);
    // Its result is of no interest.
    expect(running.out()).not.toContain('undecided');
    expect(rounds(running)).toBe(2);
  });

  it('keeps the last result on a terminal until there is another', async () => {
    writeFileSync('a.check.mjs', FAILS);
    const running = watching(['a.check.mjs', '--color', 'never', '--repair', 'never'], true);
    await running.shows('watching 1 file; Ctrl-C ends');
    expect(running.out()).not.toContain('\u001b[2J');
    writeFileSync('a.check.mjs', PASSES);
    await running.shows('✓ fixed');
    // It is cleared just before the next one.
    expect(running.out()).toMatch(/\u001b\[H\u001b\[2J\u001b\[3Ja\.check\.mjs: one\n {2}✓ SC/);
    expect(running.err()).toContain('a.check.mjs changed: checking again');
  });

  it('finds checks that are added to the folder, and applies a configuration', async () => {
    writeFileSync('a.check.mjs', PASSES);
    const running = watching([]);
    await running.shows('found 1 file: a.check.mjs');
    await running.shows('✓ SC');
    writeFileSync('notes.txt', 'not a check');
    await sleep(500);
    expect(rounds(running)).toBe(1);
    writeFileSync('b.check.mjs', FAILS);
    await running.shows('found 2 files: a.check.mjs, b.check.mjs');
    await running.shows('✗ SC  fails');
    expect(await running.end()).toBe(1);
  });

  it('applies a configuration that changes', async () => {
    writeFileSync('a.check.mjs', PASSES);
    writeFileSync('fencepost.config.json', '{ "unroll": 5 }');
    const running = watching(['a.check.mjs']);
    await running.shows('✓ SC');
    writeFileSync('fencepost.config.json', '{ "unrol": 5 }');
    await running.shows("there is no setting 'unrol'");
    writeFileSync('fencepost.config.json', '{ "testCases": ["two"] }');
    await running.shows("nothing in a.check.mjs is called 'two'");
  });

  it.each([
    [['--watch', '--resume', 'last'], /--watch cannot be used with --resume/],
    [['--watch'], /there are no checks in this folder/],
    [['--watch', 'a.c', '--model', 'xyz'], /there is no model 'xyz'/],
  ])('refuses %j', async (args, message) => {
    const { code, err } = await fencepost(['check', ...args]);
    expect(code).toBe(2);
    expect(err).toMatch(message);
  });
});

describe('watched files', () => {
  it('change if their content, time or place does', () => {
    writeFileSync('a', '1');
    const files = new WatchedFiles();
    files.watch(['a', 'b']);
    expect(files.changed()).toEqual([]);
    utimesSync('a', 1, 1);
    expect(files.changed()).toEqual([join(process.cwd(), 'a')]);
    expect(files.changed()).toEqual([]);
    writeFileSync('b', '');
    expect(files.changed()).toEqual([join(process.cwd(), 'b')]);
    rmSync('b');
    writeFileSync('a', '12');
    expect(files.changed()).toHaveLength(2);
    // A change before a file is watched again is not lost.
    writeFileSync('a', '123');
    files.watch(['a']);
    expect(files.changed()).toHaveLength(1);
  });

  it('include modules, by the text that imports them', () => {
    writeFileSync(
      'a.mts',
      "import './b.js';\nexport { x } from \"../x/c.mjs\";\nawait import('./d.mjs');\nimport 'package';\n",
    );
    writeFileSync('b.ts', "import './a.mjs'; const e = require('./e.cjs');\n");
    for (const name of ['d.mjs', 'e.cjs', 'other.ts']) writeFileSync(name, '');
    expect(importedBy('a.mts')).toEqual(['a.mts', 'b.ts', 'e.cjs', 'd.mjs']);
    expect(importedBy('a.c')).toEqual([]);
  });
});
