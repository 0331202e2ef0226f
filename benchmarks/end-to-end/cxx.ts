import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { REPOSITORY } from '../repository.js';
import { run } from './run.js';

// Whole commands on C++ programs with the library's larger parts, one job, default models, CPU seconds of all processes. The
// first program of a kind begins with an empty cache, and leaves the compiled library there. The second one is another source. The
// same command again takes the compiled program from the cache: what it takes is start-up and search, and the difference is
// compile time.

interface Kind {
  readonly name: string;
  readonly file: string;
  readonly flags?: readonly string[];
}

const KINDS: readonly Kind[] = [
  { name: 'threads, `<iostream>`', file: 'threads' },
  { name: 'futures, string streams', file: 'futures' },
  { name: '`std::async`, `<barrier>`', file: 'async', flags: ['--', '-std=c++20'] },
];

/** CPU seconds that a second program may take. */
const BAR = 2;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    beside: { type: 'string' },
    json: { type: 'string', default: join(REPOSITORY, 'benchmarks', 'dist', 'cxx.json') },
  },
});

const FIGURES = ['first', 'second', 'cached'] as const;
type Figures = Record<(typeof FIGURES)[number], number>;

async function measure(root: string, { file, flags = [] }: Kind): Promise<Figures> {
  const folder = mkdtempSync(join(tmpdir(), 'fencepost-bench-'));
  const command = join(root, 'packages', 'fencepost', 'bin', 'fencepost.js');
  const check = async (name: string): Promise<number> => {
    const source = join(REPOSITORY, 'benchmarks', 'end-to-end', 'cxx', `${name}.cpp`);
    const args = [command, 'check', source, '--jobs', '1', '--no-config', ...flags];
    return (await run(args, { FENCEPOST_CACHE: folder })).cpu;
  };
  try {
    const first = await check(file);
    const second = await check(`${file}-second`);
    return { first, second, cached: await check(`${file}-second`) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const roots = [...(values.beside === undefined ? [] : [values.beside]), REPOSITORY];
const rows: { kind: Kind; root: string; least: Figures }[] = KINDS.flatMap((kind) =>
  roots.map((root) => ({ kind, root, least: { first: Infinity, second: Infinity, cached: Infinity } })),
);
for (let round = 0; round < Number(values.rounds); round++) {
  for (const { kind, root, least } of rows) {
    const taken = await measure(root, kind);
    for (const name of FIGURES) least[name] = Math.min(least[name], taken[name]);
  }
}

const print = (cells: readonly string[]): void => console.log(`| ${cells.join(' | ')} |`);
const HEAD = ['Program', 'First, CPU s', 'Second, CPU s', 'Compile time of it', 'Cached, CPU s', 'Bar', 'Met'];
print(HEAD);
print(HEAD.map(() => '---'));
for (const { kind, root, least } of rows) {
  const { first, second, cached } = least;
  const name = root === REPOSITORY ? kind.name : `${kind.name} (beside)`;
  const figures = [first, second, second - cached, cached].map((value) => value.toFixed(2));
  print([name, ...figures, String(BAR), second <= BAR ? 'yes' : 'no']);
}
const json = rows.map(({ kind, root, least }) => ({ program: kind.name, isBeside: root !== REPOSITORY, ...least }));
writeFileSync(values.json, `${JSON.stringify({ node: process.version, rows: json }, undefined, 2)}\n`);
