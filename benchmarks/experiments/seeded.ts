import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cacheFolder } from '@fencepost/c/folders';
import { steer } from '@fencepost/recorder';
import type { MonitoredTextd, Seed } from './textd.js';
import { MODELS, SEEDS, buildTextd, monitorTextd, textd } from './textd.js';

// npm run bench -- seeded [RECORDINGS]: a larger program with a fence or an order removed in one of its structures. How many
// recordings does it take until the monitor names the lines, and does the bug do harm if runs are steered?
const RUNS = Number(process.argv[2] ?? 20);
const STEERED_RUNS = 50;
const folder = mkdtempSync(join(tmpdir(), 'fencepost-seeded-'));
const cache = cacheFolder();
const count = (value: number): string => value.toLocaleString('en');

try {
  await withoutSeeds();
  console.log('\n| seed | model | recordings until found | found in | operations of the first | lines | steered |');
  console.log('| --- | --- | ---: | ---: | ---: | --- | --- |');
  for (const seed of SEEDS) console.log(`| ${(await rowFor(seed)).join(' | ')} |`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function withoutSeeds(): Promise<void> {
  const program = await buildTextd(folder, cache, 'NONE');
  for (const scheduler of ['random', 'pct'] as const) {
    let operations = 0;
    let reports = 0;
    for (let seed = 1; seed <= RUNS; seed++) {
      const run = await monitorTextd(program, cache, { scheduler, seed });
      operations += run.operations;
      reports += run.races + MODELS.reduce((sum, model) => sum + run.pairs.get(model)!.size, 0);
    }
    console.log(`without seeds, ${scheduler}: ${RUNS} recordings, ${count(operations)} operations, ${reports} reports`);
  }
  for (const model of MODELS) console.log(`without seeds, steered under ${model}: ${await harm(program, model, [])}`);
}

async function rowFor({ name, model, pairs }: Seed): Promise<string[]> {
  const program = await buildTextd(folder, cache, name);
  const found: { readonly run: MonitoredTextd; readonly seed: number }[] = [];
  for (let seed = 1; seed <= RUNS; seed++) {
    const run = await monitorTextd(program, cache, { scheduler: 'random', seed });
    if (pairs.some((pair) => run.pairs.get(model)!.has(pair))) found.push({ run, seed });
  }
  const [first] = found;
  if (first === undefined) return [name, model, 'never', `0 of ${RUNS}`, '', '', ''];
  const lines = pairs.flatMap((pair) => first.run.lines.get(pair) ?? []).join(', ');
  const steered = await harm(program, model, first.run.steered.get(model)!);
  return [name, model, `${first.seed}`, `${found.length} of ${RUNS}`, count(first.run.operations), lines, steered];
}

/** Which of the steered runs fails. */
async function harm(
  program: string,
  model: Seed['model'],
  pairs: Parameters<typeof steer>[0]['pairs'],
): Promise<string> {
  for (let seed = 1; seed <= STEERED_RUNS; seed++) {
    const { code, isTooLong } = await steer({ command: textd(program), model, seed, pairs, milliseconds: 60_000 });
    if (isTooLong) return `run ${seed} takes too long`;
    if (code !== 0) return `run ${seed} fails`;
  }
  return `none of ${STEERED_RUNS} fails`;
}
