import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { REPOSITORY } from '../repository.js';
import { median } from './measure.js';

/** How long a whole command takes, and where that time goes; milliseconds, medians. */
export interface StartUp {
  readonly program: string;
  readonly cached: boolean;
  /** Of `fencepost check`, as a process of its own. */
  readonly wall: number;
  readonly stages: Readonly<Record<string, number>>;
}

const RUNS = 9;

const TINY = 'int main(void) { return 0; }\n';
const SB = `#include <pthread.h>
#include <stdatomic.h>
atomic_int x, y;
static void *left(void *arg) { atomic_store(&x, 1); return (void *)(long)atomic_load(&y); }
static void *right(void *arg) { atomic_store(&y, 1); return (void *)(long)atomic_load(&x); }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, left, 0);
  pthread_create(&b, 0, right, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
`;

const COMMAND = join(REPOSITORY, 'packages', 'fencepost', 'bin', 'fencepost.js');
const BREAKDOWN = join(import.meta.dirname, 'breakdown.js');

export function measureStartUp(): StartUp[] {
  const folder = mkdtempSync(join(tmpdir(), 'fencepost-bench-'));
  const env = { ...process.env, FENCEPOST_CACHE: join(folder, 'cache') };
  const node = (...args: string[]): string => execFileSync(process.execPath, args, { env, encoding: 'utf8' });
  let made = 0;
  /** A source that was never compiled before. */
  const source = (text: string): string => {
    const path = join(folder, `program${made}.c`);
    writeFileSync(path, `${text}/* ${made++} */\n`);
    return path;
  };
  try {
    node(COMMAND, 'check', source(SB)); // now the tools are known, and the helpers are there
    return [['tiny', TINY] as const, ['sb', SB] as const].flatMap(([program, text]) =>
      [false, true].map((cached): StartUp => {
        const walls: number[] = [];
        const stages: Record<string, number>[] = [];
        for (let run = 0; run < RUNS; run++) {
          const path = source(text);
          // The command is a bundle, the breakdown is not: each keeps what it has built itself.
          if (cached) {
            node(COMMAND, 'check', path);
            node(BREAKDOWN, path);
          }
          const start = performance.now();
          node(COMMAND, 'check', path);
          walls.push(performance.now() - start);
          const again = cached ? path : source(text);
          stages.push(JSON.parse(node(BREAKDOWN, again)) as Record<string, number>);
        }
        return { program, cached, wall: median(walls), stages: medians(stages) };
      }),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function medians(runs: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const names = Object.keys(runs[0]!);
  return Object.fromEntries(names.map((name) => [name, median(runs.map((run) => run[name] ?? 0))]));
}

export function startUpRows(results: readonly StartUp[]): string[] {
  return results.map(({ program, cached, wall, stages }) => {
    const parts = Object.entries(stages).map(([name, time]) => `${name} ${time.toFixed(0)}`);
    const what = `start-up, ${program}, ${cached ? 'built before' : 'to be built'}`;
    return `${what.padEnd(30)} ${wall.toFixed(0).padStart(5)} ms = ${parts.join(', ')}`;
  });
}
