import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { monitoredIn } from '../monitor-report.js';
import { REPOSITORY } from '../repository.js';
import { CACHED_SEEDS, CACHED_SOURCE, buildForThreadSanitizer, isReportedByThreadSanitizer } from './cached.js';

// npm run bench -- seeds [FILE.c] [OPTION…]: seeded bugs, found as a user would: `fencepost record` and `fencepost monitor
// --baseline`, with the reports of recordings without a bug as the baseline. Beside them ThreadSanitizer, in as many runs.
// FILE.c is another program whose bugs are chosen by -DSEED_NAME.
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', multiple: true, default: [] },
    recordings: { type: 'string', default: '4' },
    controls: { type: 'string', default: '40' },
    argument: { type: 'string', default: '400' },
    models: { type: 'string', default: 'tso,pso,rc11' },
    scheduler: { type: 'string', default: 'random' },
    predict: { type: 'boolean', default: false },
  },
});
const source = positionals[0] ?? CACHED_SOURCE;
const RECORDINGS = Number(values.recordings);
const CONTROLS = Number(values.controls);
const models = values.models.split(',');
const COMMAND = join(REPOSITORY, 'packages', 'fencepost', 'bin', 'fencepost.js');
const folder = mkdtempSync(join(tmpdir(), 'fencepost-seeds-'));

function fencepost(args: readonly string[]): string {
  const { stdout, stderr, status } = spawnSync(process.execPath, [COMMAND, ...args], {
    ...{ cwd: folder, encoding: 'utf8', maxBuffer: 1 << 28 },
  });
  // The monitor ends with 1 if there are data races.
  if (status === 0 || (args[0] === 'monitor' && status === 1)) return stdout;
  throw new Error(`fencepost ${args.join(' ')} ends with exit code ${status}: ${stderr}`);
}

const flagOf = (seed: string): string => (source === CACHED_SOURCE ? `-DSEED=${seed}` : `-DSEED_${seed}`);

/** Records a build from some seed of the schedule on; returns the files. */
function recorded(seed: string, from: number, count: number): string[] {
  const program = join(folder, seed);
  fencepost(['record', '--', 'cc', '-O1', '-g', '-w', flagOf(seed), source, '-o', program, '-pthread']);
  return Array.from({ length: count }, (_, i) => {
    const file = join(folder, `${seed}-${from + i}.fpr`);
    const options = ['--seed', String(from + i), '--scheduler', values.scheduler, '-o', file];
    fencepost(['record', ...options, '--', program, values.argument]);
    return file;
  });
}

/** The report of some recordings, for a baseline. */
function monitored(files: readonly string[], options: readonly string[]): string {
  const predict = values.predict ? ['--predict'] : [];
  return fencepost(['monitor', '--model', values.models, '--format', 'json', ...predict, ...options, ...files]);
}

/** By recording: what it has that would not only be tried again. */
function findings(report: string, files: readonly string[]): string[][] {
  const short = (place: string): string => place.replaceAll(/\S*\//g, '');
  return files.map((file) => {
    const found = new Set<string>();
    for (const { source: of, model, violations, others, races, predicted } of monitoredIn(report)) {
      if (of !== file) continue;
      for (const { operation, write, expected, isRetried } of [...violations, ...others]) {
        const often = expected === undefined ? '' : ', more often';
        if (isRetried !== true) found.add(`${model}: ${short(operation)} before ${short(write)}${often}`);
      }
      for (const { first, second } of races) found.add(`race: ${short(first)} and ${short(second)}`);
      for (const { first, second } of predicted?.races ?? [])
        found.add(`race, predicted: ${short(first)} and ${short(second)}`);
    }
    return [...found];
  });
}

function rowOf(seed: string, what: string, fresh: readonly (readonly string[])[]): string {
  const having = (kind: string): number => fresh.filter((all) => all.some((each) => each.startsWith(kind))).length;
  const counts = new Map<string, number>();
  for (const each of fresh.flat()) counts.set(each, (counts.get(each) ?? 0) + 1);
  const [most] = [...counts].toSorted((a, b) => b[1] - a[1]);
  const found = [...models.map((model) => having(model)), having('race'), having('')];
  return `| ${[seed, what, ...found, tsan(seed), most?.[0] ?? ''].join(' | ')} |`;
}

function tsan(seed: string): string {
  const program = buildForThreadSanitizer(folder, seed, { source, flag: flagOf(seed) });
  if (program === undefined) return '';
  const runs = Array.from({ length: RECORDINGS }, () => isReportedByThreadSanitizer(program, values.argument));
  return String(runs.filter(Boolean).length);
}

/** The names of the seeds, in the order of the source. */
function seeds(): readonly (readonly [seed: string, what: string])[] {
  const known = Object.entries(CACHED_SEEDS).map(([seed, { weakened }]) => [seed, weakened] as const);
  if (source === CACHED_SOURCE) return known;
  const text = readFileSync(source, 'utf8');
  const names = new Set([...text.matchAll(/\bSEED_(\w+)/g)].map(([, name]) => name!));
  return [...names].map((name) => [name, ''] as const);
}

try {
  const baseline = join(folder, 'baseline.json');
  const controls = recorded('NONE', 1, CONTROLS);
  writeFileSync(baseline, monitored(controls, []));
  const known = new Set(findings(readFileSync(baseline, 'utf8'), controls).flat()).size;
  console.log(`baseline: ${known} findings of ${CONTROLS} recordings without a bug, argument ${values.argument}\n`);
  const columns = ['Seed', 'What is weakened', ...models.map((model) => model.toUpperCase()), 'Races', 'Any', 'ThreadSanitizer', 'A finding']; // prettier-ignore
  console.log(
    `| ${columns.join(' | ')} |\n| ${columns.map((_, i) => (i < 2 || i === columns.length - 1 ? '---' : '---:')).join(' | ')} |`,
  );
  const all = [['NONE', 'nothing'] as const, ...seeds()];
  for (const [seed, what] of all) {
    if (values.seed.length > 0 && seed !== 'NONE' && !values.seed.includes(seed)) continue;
    const files = recorded(seed, seed === 'NONE' ? 1 + CONTROLS : 1, RECORDINGS);
    console.log(rowOf(seed, what, findings(monitored(files, ['--baseline', baseline]), files)));
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
