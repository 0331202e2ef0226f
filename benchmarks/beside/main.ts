import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { REPOSITORY } from '../repository.js';
import type { BesideProgram } from './programs.js';
import { BESIDE_PROGRAMS } from './programs.js';
import { countOfLines, racesOfThreadSanitizer, reportsOfMonitor } from './reports.js';
import { debianSource } from '../experiments/debian-source.js';

// npm run bench -- beside-tsan [NAME…]: programs of Debian's, built plainly, for ThreadSanitizer and for the recorder, each run once: CPU
// time, wall-clock time, memory, and what is reported (the reports themselves on standard error). Needs gcc, Debian's apt-get and packages time, cmake, tclsh and libevent-dev.
const { positionals: wanted } = parseArgs({ allowPositionals: true });
const FOLDER = join(tmpdir(), 'fencepost-programs');
const COMMAND = [process.execPath, join(REPOSITORY, 'packages', 'fencepost', 'bin', 'fencepost.js')];
const BUILDS = ['plain', 'tsan', 'recorded'] as const;
type Build = (typeof BUILDS)[number];

/** What a command took: CPU and wall-clock seconds, and the memory of its largest process. */
interface Cost {
  readonly cpu: number;
  readonly wall: number;
  readonly megabytes: number;
  readonly output: string;
}

mkdirSync(FOLDER, { recursive: true });
const columns = ['Program', 'Operations', 'CPU: plain, TSan, record, monitor (s)', 'Wall: plain, TSan, record (s)', 'MB: plain, TSan, record, monitor', 'Races: TSan', 'Races', 'Perhaps', 'TSO, PSO']; // prettier-ignore
console.log(`| ${columns.join(' | ')} |\n| ${columns.map((_, i) => (i === 0 ? '---' : '---:')).join(' | ')} |`);
for (const program of BESIDE_PROGRAMS) {
  if (wanted.length > 0 && !wanted.includes(program.name)) continue;
  const { cells, reports } = await rowOf(program);
  console.log(`| ${[program.name, ...cells].join(' | ')} |`);
  console.error([`${program.name}:`, ...reports.map((each) => `  ${each}`)].join('\n'));
}

async function rowOf(program: BesideProgram): Promise<{ readonly cells: string[]; readonly reports: string[] }> {
  const source = debianSource(program.from, FOLDER);
  const folders = new Map(BUILDS.map((build) => [build, built(program, source, build)]));
  const run = (build: Build, command: readonly string[]): Promise<Cost> => {
    return measured(program, folders.get(build)!, command);
  };
  const plain = await run('plain', program.run);
  const tsan = await run('tsan', program.run);
  const file = join(FOLDER, `${program.name}.fpr`);
  const record = await run('recorded', [...COMMAND, 'record', '-o', file, '--', ...program.run]);
  const models = ['--model', 'tso,pso', '--fail-on', 'none', '--format', 'json'];
  const monitor = await measured(undefined, FOLDER, [...COMMAND, 'monitor', ...models, file]);
  const theirs = racesOfThreadSanitizer(tsan.output);
  const ours = reportsOfMonitor(monitor.output);
  const all = [plain, tsan, record, monitor];
  const cells = [
    ours.operations.toLocaleString('en'),
    all.map(({ cpu }) => cpu.toFixed(2)).join(', '),
    all.slice(0, 3).map(({ wall }) => wall.toFixed(1)).join(', '), // prettier-ignore
    all.map(({ megabytes }) => megabytes.toFixed(0)).join(', '),
    ...[theirs, ours.races, ours.perhaps].map((each) => String(countOfLines(each))),
    `${countOfLines(ours.tso)}, ${countOfLines(ours.pso)}`,
  ];
  const named = (kind: string, reports: readonly string[]): string[] => reports.map((each) => `${kind}: ${each}`);
  const reports = [...named('TSan', theirs), ...named('race', ours.races), ...named('perhaps', ours.perhaps)];
  return {
    cells,
    reports: [...reports, ...named('TSO', ours.tso), ...named('PSO', ours.pso), ...named('note', ours.notes)],
  };
}

/** A copy of the sources, in which it is built; what was built stays, for the next time. */
function built({ name, build: script }: BesideProgram, source: string, build: Build): string {
  const folder = join(FOLDER, `${name}-${build}`);
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  cpSync(source, unfinished, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
  const flags = `-O1 -g -w${build === 'tsan' ? ' -fsanitize=thread' : ''}`;
  const compilers = build === 'recorded' ? {} : { CC: 'gcc', CXX: 'g++' };
  const env = {
    ...process.env,
    ...compilers,
    CFLAGS: flags,
    CXXFLAGS: flags,
    LDFLAGS: build === 'tsan' ? '-fsanitize=thread' : '',
  };
  const command = ['sh', '-c', script];
  const [first, ...rest] = build === 'recorded' ? [...COMMAND, 'record', '--', ...command] : command;
  const { status, stdout, stderr } = spawnSync(first!, rest, {
    cwd: unfinished,
    env,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  writeFileSync(`${folder}.log`, stdout + stderr);
  if (status !== 0) throw new Error(`${name} cannot be built: ${folder}.log says why`);
  renameSync(unfinished, folder);
  return folder;
}

/** `program` is what else has to happen. */
async function measured(program: BesideProgram | undefined, cwd: string, command: readonly string[]): Promise<Cost> {
  program?.prepare?.(cwd);
  const times = join(FOLDER, `times-${process.pid}`);
  const over = new AbortController();
  // If the program ends too early, that is what is told.
  const loading = program?.meanwhile?.(cwd, over.signal).catch(() => undefined);
  const env = { ...process.env, TSAN_OPTIONS: 'exitcode=0' };
  const child = spawn('/usr/bin/time', ['-q', '-o', times, '-f', '%U %S %e %M', ...command], { cwd, env });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const code = await new Promise((resolve) => child.on('close', resolve));
  over.abort();
  await loading;
  if (code !== 0) throw new Error(`${command.join(' ')} ends with exit code ${String(code)}: ${output.slice(-1000)}`);
  const [user, system, wall, kilobytes] = readFileSync(times, 'utf8').trim().split(' ').map(Number);
  return { cpu: user! + system!, wall: wall!, megabytes: kilobytes! / 1000, output };
}
