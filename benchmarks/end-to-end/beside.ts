import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { CheckReport } from '@fencepost/report';
import { REPOSITORY } from '../repository.js';
import type { Taken } from './run.js';
import { run, runProgram } from './run.js';

// Whole commands beside GenMC's, in turns, on the same sources: CPU seconds of both, with our compiled program in the cache.
// GenMC compiles each time, which takes it a few hundredths of a second.

interface Pair {
  readonly name: string;
  /** In end-to-end/beside or corpus/peers. */
  readonly file: string;
  readonly flags: readonly string[];
  readonly models: readonly Model[];
  /** At least this many times as fast as GenMC, or at most these seconds on a machine where Node alone takes 0.02. */
  readonly bar?: { readonly times: number } | { readonly seconds: number };
}

type Model = 'tso' | 'rc11' | 'arm64';

/** GenMC has no ARMv8; IMM, which allows more, is the nearest. */
const GENMC_MODELS: Readonly<Record<Model, string>> = { tso: '--tso', rc11: '--rc11', arm64: '--imm' };

const ALL: readonly Model[] = ['tso', 'rc11', 'arm64'];
const TSO: readonly Model[] = ['tso'];

/** Where the other checker's sources are (FENCEPOST_PEERS). Without them, our own versions stand in. */
const PEERS = process.env['FENCEPOST_PEERS'];

function pair(name: string, source: string, flags: string, models = TSO, bar?: Pair['bar']): Pair {
  const folder = source.startsWith('peers/') ? 'corpus' : 'benchmarks/end-to-end/beside';
  const options = flags.split(' ').map((flag) => `-D${flag}`);
  return { name, file: join(REPOSITORY, folder, source), flags: options, models, ...(bar && { bar }) };
}

/** A program on which GenMC was measured, with relaxed atomics. */
function own(name: string, source: string, flag: string, models: readonly Model[], bar: Pair['bar']): Pair {
  if (PEERS === undefined) return pair(name, source, flag, models, bar);
  const file = join(PEERS, 'genmc', basename(source));
  const size = flag.replace('K=', 'N=');
  return { name, file, flags: ['-DMO=1', ...(size === 'FENCE' ? [] : [`-D${size}`])], models, ...(bar && { bar }) };
}

const PAIRS: readonly Pair[] = [
  own('sb(13)', 'peers/sb.c', 'N=13', ALL, { times: 1 }),
  own('lastzero(12)', 'lastzero.c', 'N=12', ALL, { times: 1 }),
  own('fib(5)', 'fib.c', 'K=5', ALL, { times: 1 }),
  own('indexer(14)', 'peers/indexer.c', 'N=14', ALL, { times: 1 }),
  own('sb(16)', 'peers/sb.c', 'N=16', TSO, { times: 5 }),
  own('lastzero(14)', 'lastzero.c', 'N=14', TSO, { times: 5 }),
  own('fib(6)', 'fib.c', 'K=6', TSO, { times: 5 }),
  own('indexer(16)', 'peers/indexer.c', 'N=16', TSO, { times: 5 }),
  own('fib(4)', 'fib.c', 'K=4', TSO, { seconds: 0.3 }),
  own('mp', 'peers/mp.c', 'FENCE', TSO, { seconds: 0.12 }),
  own('sb(17)', 'peers/sb.c', 'N=17', TSO, { times: 10 }),
  own('lastzero(15)', 'lastzero.c', 'N=15', TSO, { times: 10 }),
  own('indexer(17)', 'peers/indexer.c', 'N=17', TSO, { times: 10 }),
  pair('CAS loops(3)', 'casloop.c', 'N=3', ALL),
  pair('CAS loops(4)', 'casloop.c', 'N=4', ALL),
  pair('CAS loops(5)', 'casloop.c', 'N=5', ALL),
  pair('treiber(1,2)', 'peers/treiber.c', 'R=1 W=2', ALL),
  pair('treiber(2,2)', 'peers/treiber.c', 'R=2 W=2', ALL),
  pair('treiber(2,3)', 'peers/treiber.c', 'R=2 W=3', ALL),
];

/** GenMC is stopped after this many CPU seconds. */
const MOST_SECONDS = 300;
/** What takes longer is measured once. */
const LONG_SECONDS = 4;

/** The CPU seconds of Node alone on the machine that the bars are for. */
const NODE_SECONDS = 0.02;

interface Measured {
  readonly seconds: number;
  readonly executions: number | undefined;
  /** Their number, if joint states have decided the check: then the executions are only those that came before. */
  readonly jointStates?: number | undefined;
}

const HEAD = ['Program', 'Model', 'Executions', 'Executions, GenMC', 'CPU s', 'CPU s, GenMC', 'Ratio', 'Bar', 'Met'];

export interface Besides {
  /** The other checker's binary. */
  readonly binary: string;
  /** Our command. */
  readonly command: string;
  readonly rounds: number;
  readonly programs: readonly string[] | undefined;
  readonly models: readonly string[] | undefined;
  readonly json: string;
}

export async function runBeside({ binary, command, rounds, programs, models, json }: Besides): Promise<void> {
  const bare: Taken[] = [];
  for (let round = 0; round < 3 * rounds; round++) bare.push(await run(['-e', '0'], {}));
  const node = Math.min(...bare.map(({ cpu }) => cpu));
  console.log(`Node ${process.version} itself, to start and to end: ${node.toFixed(3)} CPU s\n`);
  print(HEAD);
  print(HEAD.map(() => '---'));
  const rows: object[] = [];
  for (const each of PAIRS.filter(({ name }) => programs?.includes(name) ?? true)) {
    for (const model of each.models.filter((name) => models?.includes(name) ?? true)) {
      const { ours, theirs } = await inTurns(
        rounds,
        () => runOurs(command, each, model),
        () => runGenmc(binary, each, model),
      );
      print(cellsOf(each, model, ours, theirs, node));
      rows.push({ program: each.name, model, ours, theirs });
    }
  }
  writeFileSync(json, `${JSON.stringify({ node: process.version, bare: node, rows }, undefined, 2)}\n`);
}

/** Runs both in turns, and takes the least of each. The first of ours is not counted: it fills the cache. */
async function inTurns(
  rounds: number,
  runsOurs: () => Promise<Measured>,
  runsTheirs: () => Promise<Measured>,
): Promise<{ readonly ours: Measured; readonly theirs: Measured }> {
  await runsOurs();
  let [ours, theirs] = [await runsOurs(), await runsTheirs()];
  for (let round = 1; round < rounds; round++) {
    if (ours.seconds < LONG_SECONDS) ours = faster(ours, await runsOurs());
    if (theirs.seconds < LONG_SECONDS) theirs = faster(theirs, await runsTheirs());
  }
  return { ours, theirs };
}

const faster = (a: Measured, b: Measured): Measured => (b.seconds < a.seconds ? b : a);

async function runOurs(command: string, { file, flags }: Pair, model: Model): Promise<Measured> {
  const options = [
    '--model',
    model,
    '--jobs',
    '1',
    '--unroll',
    '64',
    '--allow-relaxed',
    '--no-config',
    '--format',
    'json',
  ];
  const { cpu, out } = await run([command, 'check', file, ...options, '--', ...flags], {});
  const { checks } = JSON.parse(out) as { readonly checks: readonly Pick<CheckReport, 'executions' | 'jointStates'>[] };
  const { executions, jointStates } = checks[0]!;
  return { seconds: cpu, executions, jointStates };
}

async function runGenmc(binary: string, { file, flags }: Pair, model: Model): Promise<Measured> {
  const args = [GENMC_MODELS[model], '--disable-estimation', '--', ...flags, file];
  const { cpu, out } = await runProgram(binary, args, {}, MOST_SECONDS);
  const executions = /complete executions explored: (\d+)/.exec(out)?.[1];
  return { seconds: cpu, executions: executions === undefined ? undefined : Number(executions) };
}

function cellsOf({ name, bar }: Pair, model: Model, ours: Measured, theirs: Measured, node: number): string[] {
  const isStopped = theirs.executions === undefined;
  const atLeast = isStopped ? '> ' : '';
  const times = theirs.seconds / ours.seconds;
  const scaled = ours.seconds * (NODE_SECONDS / node);
  const counts = model === 'tso' ? bar : undefined;
  return [
    `\`${name}\``,
    { tso: 'TSO', rc11: 'RC11', arm64: 'ARMv8' }[model],
    ours.jointStates === undefined
      ? (ours.executions?.toLocaleString('en') ?? '')
      : `decided by ${ours.jointStates.toLocaleString('en')} joint states`,
    theirs.executions?.toLocaleString('en') ?? '',
    ours.seconds.toFixed(2),
    `${atLeast}${theirs.seconds.toFixed(2)}`,
    `${atLeast}${times.toFixed(2)}`,
    ...(counts === undefined ? ['', ''] : barCells(counts, { times, scaled, isStopped })),
  ];
}

function barCells(
  bar: NonNullable<Pair['bar']>,
  { times, scaled, isStopped }: { readonly times: number; readonly scaled: number; readonly isStopped: boolean },
): string[] {
  if ('seconds' in bar) return [`${bar.seconds} s`, scaled <= bar.seconds ? 'yes' : 'no'];
  const isMet = times >= bar.times;
  return [`${bar.times} times`, isMet ? 'yes' : isStopped ? 'not known' : 'no'];
}

function print(cells: readonly string[]): void {
  console.log(`| ${cells.join(' | ')} |`);
}
