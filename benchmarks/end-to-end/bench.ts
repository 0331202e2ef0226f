import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { CheckReport } from '@fencepost/report';
import { REPOSITORY } from '../repository.js';
import { runBeside } from './beside.js';
import type { Case } from './programs.js';
import { CASES } from './programs.js';
import type { Taken } from './run.js';
import { run } from './run.js';

// Whole commands, from the source to the verdict under TSO, one job: first with an empty cache, then with what that run has left
// there. With `--symmetry auto`, as the command has it, one of the executions that differ only in the order of threads that
// are alike stands for all. Where GENMC names GenMC's binary, the rows are those of beside.ts. docs/evidence/benchmarks.md
// explains the tables.

interface Row {
  readonly program: string;
  readonly explored: Explored | undefined;
  readonly cold: Figures;
  readonly cached: Figures;
  readonly peers: Case['peers'];
  readonly bar: number | undefined;
  /** Which of the two the bar is for. */
  readonly counts: 'cold' | 'cached';
}

type Figures = Pick<Taken, 'cpu' | 'seconds' | 'megabytes'>;

const { values } = parseArgs({
  options: {
    long: { type: 'boolean', default: false },
    program: { type: 'string', multiple: true },
    model: { type: 'string', multiple: true },
    rounds: { type: 'string', default: '3' },
    symmetry: { type: 'string', default: 'off' },
    json: { type: 'string', default: join(REPOSITORY, 'benchmarks', 'dist', 'end-to-end.json') },
  },
});
const rounds = Number(values.rounds);
const COMMAND = join(REPOSITORY, 'packages', 'fencepost', 'bin', 'fencepost.js');
/** What takes longer is measured once. */
const LONG_SECONDS = 4;

function commandOf({ file, flags = [], args }: Case): string[] {
  if (file === undefined) return [COMMAND, ...(args ?? [])];
  const options = [
    '--model',
    'tso',
    '--jobs',
    '1',
    '--unroll',
    '64',
    '--allow-relaxed',
    '--no-config',
    '--symmetry',
    values.symmetry,
    '--format',
    'json',
  ];
  return [COMMAND, 'check', join(REPOSITORY, 'corpus', 'peers', file), ...options, '--', ...flags];
}

/** How much the check has explored. Once joint states decide it, it explores no more executions. */
type Explored = Pick<CheckReport, 'executions' | 'jointStates'>;

function exploredIn({ out }: Taken): Explored {
  const { checks } = JSON.parse(out) as { checks: Explored[] };
  return checks[0]!;
}

function exploredText({ executions, jointStates }: Explored): string {
  return jointStates === undefined
    ? executions.toLocaleString('en')
    : `decided by ${jointStates.toLocaleString('en')} joint states`;
}

const least = (taken: readonly Taken[]): Figures => {
  const { cpu, seconds, megabytes } = taken.reduce((a, b) => (b.cpu < a.cpu ? b : a));
  return { cpu, seconds, megabytes };
};

async function measure(each: Case): Promise<Row> {
  const cold: Taken[] = [];
  const cached: Taken[] = [];
  const command = commandOf(each);
  for (let round = 0; round < rounds && (cold[0]?.cpu ?? 0) < LONG_SECONDS; round++) {
    const folder = mkdtempSync(join(tmpdir(), 'fencepost-bench-'));
    try {
      const env = { FENCEPOST_CACHE: folder };
      cold.push(await run(command, env));
      cached.push(await run(command, env));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  const explored = each.file === undefined ? undefined : exploredIn(cold[0]!);
  const isCounted = explored !== undefined && explored.jointStates === undefined;
  if (isCounted && each.executions !== undefined && explored.executions !== each.executions) {
    throw new Error(`${each.name}: ${explored.executions} executions, not ${each.executions}`);
  }
  return {
    ...{ program: each.name, explored, cold: least(cold), cached: least(cached), peers: each.peers },
    ...{ bar: each.bar ?? each.cachedBar, counts: each.cachedBar === undefined ? 'cold' : 'cached' },
  };
}

/** What Node alone takes on the quiet machine that the bars are for. */
const QUIET_NODE = 0.04;

function cellsOf({ program, explored, cold, cached, peers = {}, bar, counts }: Row): string[] {
  const memory = Math.max(cold.megabytes, cached.megabytes);
  return [
    /^\w+$/.test(program) ? program : `\`${program}\``,
    explored === undefined ? '' : exploredText(explored),
    ...[cold.cpu, cached.cpu].map((value) => value.toFixed(2)),
    memory === 0 ? '' : `${memory.toFixed(0)} MB`,
    bar === undefined ? '' : `${bar}${counts === 'cached' ? ' (cached)' : ''}`,
    bar === undefined ? '' : ({ cold, cached }[counts].cpu * (QUIET_NODE / node.cpu)).toFixed(2),
    Object.entries(peers)
      .map(([name, seconds]) => `${seconds} ${name}`)
      .join(', '),
  ];
}

const HEAD = [...['Program', 'Executions', 'Cold, CPU s', 'Cached, CPU s', 'Memory', 'Bar', 'Scaled', 'Peers, CPU s']];
const print = (cells: readonly string[]): void => console.log(`| ${cells.join(' | ')} |`);

const { GENMC } = process.env;
if (GENMC !== undefined) {
  const { program: programs, model: models, json } = values;
  await runBeside({ binary: GENMC, command: COMMAND, rounds, programs, models, json });
  process.exit();
}

const asked = CASES.filter(({ name, long }) => values.program?.includes(name) ?? (long !== true || values.long));
const bare: Taken[] = [];
for (let round = 0; round < 3 * rounds; round++) bare.push(await run(['-e', '0'], {}));
const node = least(bare);
console.log(`Node ${process.version} itself, to start and to end: ${node.cpu.toFixed(3)} CPU s\n`);
print(HEAD);
print(HEAD.map(() => '---'));
const rows: Row[] = [];
for (const each of asked) {
  const row = await measure(each);
  rows.push(row);
  print(cellsOf(row));
}
writeFileSync(values.json, `${JSON.stringify({ node: process.version, bare: node, rows }, undefined, 2)}\n`);
