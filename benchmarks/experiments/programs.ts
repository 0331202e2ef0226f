import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { cacheFolder } from '@fencepost/c/folders';
import { record } from '@fencepost/recorder';
import { monitorEvents } from '@fencepost/recording';
import { debianSource } from './debian-source.js';
import { loadMemcached } from './memcached-load.js';
import { openFile } from './open-file.js';
import { sourceText } from './source-text.js';

// npm run bench -- programs [NAME…]: programs of Debian's, built, recorded and monitored. Needs Debian's apt-get and access to its archive;
// SQLite needs tclsh, memcached libevent-dev.
const FOLDER = join(tmpdir(), 'fencepost-programs');
const PORT = 21_211;
const INPUT_BYTES = 3_000_000;
const MODELS = ['tso', 'pso'] as const;

interface NativeProgram {
  /** Of the source package. */
  readonly name: string;
  /** Shell commands, in the folder of the sources. */
  readonly build: string;
  readonly run: string;
  /** What has to be there before, and what happens meanwhile. */
  readonly prepare?: (folder: string) => void;
  readonly meanwhile?: (folder: string, signal: AbortSignal) => Promise<void>;
}

const PROGRAMS: readonly NativeProgram[] = [
  {
    name: 'libzstd',
    build: 'make -s -C programs zstd CFLAGS=-O1',
    run: 'programs/zstd -q -f -T4 -B64K input -o output.zst && programs/zstd -q -d -c output.zst | cmp - input',
    prepare: (folder) => writeFileSync(join(folder, 'input'), sourceText(folder).slice(0, INPUT_BYTES)),
  },
  {
    name: 'sqlite3',
    build: './configure --quiet --disable-tcl --disable-readline && make -s threadtest3',
    run: './threadtest3 create_drop_index_1',
  },
  {
    name: 'memcached',
    build: './configure --quiet --disable-docs --disable-extstore && make -s memcached',
    run: `./memcached -u "$(id -un)" -t 4 -l 127.0.0.1 -p ${PORT} -P memcached.pid`,
    prepare: (folder) => rmSync(join(folder, 'memcached.pid'), { force: true }),
    meanwhile: (folder, signal) => loadMemcached(PORT, join(folder, 'memcached.pid'), signal),
  },
];

const { positionals: wanted } = parseArgs({ allowPositionals: true });
const count = (value: number): string => value.toLocaleString('en');
const how = { scheduler: 'random', seed: 1, depth: 3, cache: cacheFolder() } as const;

mkdirSync(FOLDER, { recursive: true });
console.log(
  '| program | lines | operations | threads | bytes each | TSO, PSO | races | recorded, s | monitored, CPU s |',
);
console.log('| --- | ---: | ---: | ---: | ---: | --- | ---: | ---: | ---: |');
for (const program of PROGRAMS) {
  if (wanted.length > 0 && !wanted.includes(program.name)) continue;
  const folder = debianSource(program.name, FOLDER);
  const lines = await build(program, folder);
  console.log(`| ${[program.name, count(lines), ...(await rowFor(program, folder))].join(' | ')} |`);
}

/** Returns its lines of C, before anything is generated. What was built stays, for the next time. */
async function build({ name, build: script }: NativeProgram, folder: string): Promise<number> {
  const done = join(FOLDER, `${name}.built`);
  if (existsSync(done)) return Number(readFileSync(done, 'utf8'));
  const lines = sourceText(folder).split('\n').length - 1;
  const command = ['sh', '-c', `cd '${folder}' && { ${script}; } > '${done}.log' 2>&1`];
  const { code } = await record({ ...how, command, output: join(FOLDER, 'build.fpr') });
  if (code !== 0) throw new Error(`${name} cannot be built: ${done}.log says why`);
  writeFileSync(done, String(lines));
  return lines;
}

async function rowFor({ name, run, prepare, meanwhile }: NativeProgram, folder: string): Promise<string[]> {
  prepare?.(folder);
  const output = join(FOLDER, `${name}.fpr`);
  const command = ['sh', '-c', `cd '${folder}' && { ${run}; } > '${output}.log' 2>&1`];
  const begin = performance.now();
  const over = new AbortController();
  // If the program ends too early, that is what is told.
  const loading = meanwhile?.(folder, over.signal).catch(() => undefined);
  const { recordings, code } = await record({ ...how, command, output });
  over.abort();
  await loading;
  const seconds = (performance.now() - begin) / 1000;
  if (code !== 0 || recordings[0] === undefined) throw new Error(`${name} ends with exit code ${code}: ${output}.log`);
  const { bytes, end } = recordings[0];
  const before = process.cpuUsage();
  const { run: monitored } = openFile(output);
  const { departures, races } = monitorEvents(monitored, MODELS);
  const { user, system } = process.cpuUsage(before);
  const lineOf = (site: number): string => {
    const known = monitored.siteOf(site);
    return known === undefined ? `site ${site}` : `${known.file}:${known.line}`;
  };
  const found = MODELS.map((model) => {
    const own = departures.filter((each) => each.model === model);
    return new Set(own.map(({ site, writeSite }) => `${lineOf(site)} ${lineOf(writeSite)}`)).size;
  });
  const racing = new Set(races.map(({ site, otherSite }) => [lineOf(site), lineOf(otherSite)].toSorted().join(' ')));
  return [
    ...[count(end.operations), String(end.threads), (bytes / end.operations).toFixed(1)],
    ...[found.join(', '), String(racing.size), seconds.toFixed(1), ((user + system) / 1e6).toFixed(1)],
  ];
}
