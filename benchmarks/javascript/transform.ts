import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { REPOSITORY } from '../repository.js';
import type * as Transform from '../../packages/javascript/src/transform/instrument.js';

/** How fast modules are instrumented: MB of source per second of one warm core, for each file. */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'boolean', default: false }, seconds: { type: 'string', default: '4' } },
});

// The package does not export it.
const built = pathToFileURL(path.join(REPOSITORY, 'packages', 'javascript', 'dist', 'transform', 'instrument.js'));
const { instrument } = (await import(built.href)) as typeof Transform;

/** Real code that is there anyway: bundles, libraries as they are published, TypeScript. */
const FILES = [
  'node_modules/vite/dist/node/chunks/node.js',
  'node_modules/prettier/index.mjs',
  'node_modules/prettier/plugins/babel.mjs',
  'node_modules/fast-check/lib/fast-check.js',
  'node_modules/magic-string/dist/magic-string.es.mjs',
  'packages/explore/src/graph/search/frontier.ts',
  'packages/c/src/vm/memory/thread-memory.ts',
  'packages/c/src/vm/threads/compiled-thread.ts',
];

interface Row {
  readonly file: string;
  readonly bytes: number;
  readonly megabytesPerSecond: number;
}

/** Median over runs, after as many to warm up. */
function measure(file: string, seconds: number): Row {
  const source = readFileSync(file, 'utf8');
  const once = (): number => {
    const before = process.cpuUsage();
    instrument(source, file, { kind: 'esm', globals: [] });
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1e6;
  };
  const runFor = (time: number): number[] => {
    const times: number[] = [];
    for (const start = performance.now(); performance.now() - start < time * 1000;) times.push(once());
    return times.sort((a, b) => a - b);
  };
  runFor(seconds / 2);
  const times = runFor(seconds / 2);
  const bytes = Buffer.byteLength(source);
  return { file, bytes, megabytesPerSecond: bytes / 1e6 / times[times.length >> 1]! };
}

const files = positionals.length > 0 ? positionals : FILES.map((file) => path.join(REPOSITORY, file));
const rows = files.map((file) => measure(file, Number(values.seconds)));
if (values.json) console.log(JSON.stringify(rows));
else {
  for (const { file, bytes, megabytesPerSecond } of rows) {
    const shown = file.split(path.sep).slice(-4).join('/');
    console.log(
      `${shown.padEnd(50)} ${(bytes / 1e3).toFixed(0).padStart(6)} kB ${megabytesPerSecond.toFixed(2).padStart(6)} MB/s`,
    );
  }
}
