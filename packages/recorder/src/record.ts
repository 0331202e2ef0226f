import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import type { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, delimiter, join, parse, relative } from 'node:path';
import { FencepostError, isFencepostError } from '@fencepost/core';
import type { RecordingHeader } from '@fencepost/recording';
import type { Collected } from './collect.js';
import { Collector } from './collect.js';
import { OpenRings } from './open-rings.js';
import { segmentSteps } from './ring.js';
import { exitCode, isInForeground, requireExecutable, withoutRandomAddresses } from './commands.js';
import { STANDARD_OUTPUT, requireWritable, writingFailed } from './outputs.js';
import type { Environment } from './programs.js';
import { buildRuntime } from './runtime.js';
import { instructionsWithoutHooks } from './unhooked/find-unhooked.js';
import { COMPILED } from './wrapper.js';

/** A command to record. */
export interface RecordRequest {
  readonly command: readonly string[];
  /**
   * File of the first process's recording; the files of other processes have a number. `-`: standard output, which has
   * the first one only.
   */
  readonly output: string;
  readonly scheduler: RecordingHeader['scheduler'];
  readonly seed: number;
  readonly depth: number;
  /** Number of steps after which each recording ends, at the end of a block; the program goes on. */
  readonly limit?: number | undefined;
  /** Number of steps to keep of each process, at least: its last ones. SIGUSR2 writes them while the program runs. */
  readonly ring?: number | undefined;
  /** The folder for compiled files. */
  readonly cache: string;
  /** Script that Node loads before a program, to record it; without it, only native programs are recorded. */
  readonly preload?: string | undefined;
  /** Receives messages for the user while the command runs. */
  readonly say?: ((text: string) => void) | undefined;
}

/** Exit code of the command, and its recordings. */
export interface Recorded {
  readonly code: number;
  readonly recordings: readonly Collected[];
  /** Whether a program was compiled for recording. */
  readonly hasCompiled: boolean;
  /** Linked programs with synchronisation that will not be recorded, such as `flags: mfence at flags.c:12`. */
  readonly unhooked: readonly string[];
}

/** Runs a command. Records each of its processes that has hooks and starts a thread, and Node with workers. */
export async function record(request: RecordRequest): Promise<Recorded> {
  requireExecutable(request.command);
  requireWritable(request.output);
  const native = isNode(request.command) ? {} : nativeEnvironment(request.cache);
  const folder = mkdtempSync(join(tmpdir(), 'fencepost-record-'));
  const recordings: Promise<Outcome>[] = [];
  const rings = request.ring === undefined ? undefined : new OpenRings(request.say);
  const server = collect(request, recordings, rings);
  try {
    const socket = join(folder, 's');
    await new Promise<void>((resolve) => void server.listen(socket, resolve));
    const code = await run(request, {
      ...process.env,
      ...(isFencepostError(native) ? {} : native),
      ...nodeEnvironment(request.preload),
      FENCEPOST_RECORD: socket,
      FENCEPOST_RECORD_SCHEDULER: request.scheduler,
      FENCEPOST_RECORD_SEED: String(request.seed),
      FENCEPOST_RECORD_DEPTH: String(request.depth),
      FENCEPOST_RECORD_SEGMENT: String(request.ring === undefined ? 0 : segmentSteps(request.ring)),
    });
    await acceptAll(server, socket);
    // Connections stay open while a process sends, which may be longer than the command runs.
    const outcomes = await Promise.all(recordings);
    const failure = outcomes.find((each) => isFencepostError(each));
    if (failure !== undefined) throw failure;
    const collected = outcomes.filter((each): each is Collected => each !== undefined && !isFencepostError(each));
    if (collected.length === 0 && isFencepostError(native)) throw native;
    const compiled = join(folder, COMPILED);
    if (!existsSync(compiled)) return { code, recordings: collected, hasCompiled: false, unhooked: [] };
    // Recordings have notes of their own.
    const unhooked = collected.length > 0 ? [] : unhookedIn(readFileSync(compiled, 'utf8').split('\n'));
    return { code, recordings: collected, hasCompiled: true, unhooked };
  } finally {
    rings?.close();
    server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Maximum number of linked files to examine: a build may link many. */
const MOST_LOOKED_AT = 20;

function unhookedIn(linked: readonly string[]): string[] {
  const files = [...new Set(linked)].filter((file) => file !== '' && existsSync(file));
  return files.slice(0, MOST_LOOKED_AT).flatMap((file) => {
    const found = instructionsWithoutHooks(file);
    const short = relative(process.cwd(), file);
    return found.length === 0 ? [] : [`${short.startsWith('..') ? file : short}: ${found.join(', ')}`];
  });
}

/** Returns whether the command is Node; then nothing is compiled. */
function isNode([program = '']: readonly string[]): boolean {
  return /^node(?:\.exe)?$/.test(basename(program));
}

/**
 * Returns an environment in which builds find the compilers of the recorder. Returns the error if no runtime can be
 * built: then only Node can be recorded.
 */
function nativeEnvironment(cache: string): Environment | FencepostError {
  try {
    const { compilers, names } = buildRuntime(cache);
    const own = (name: string): string => join(compilers, names.includes(name) ? name : 'cc');
    const { CC = 'cc', CXX = 'c++', PATH = '' } = process.env;
    return { PATH: `${compilers}${delimiter}${PATH}`, CC: own(basename(CC)), CXX: own(basename(CXX)) };
  } catch (error) {
    if (isFencepostError(error)) return error;
    throw error;
  }
}

/** Outcome of a connection; undefined if nothing was sent. */
type Outcome = Collected | FencepostError | undefined;

function collect(request: RecordRequest, recordings: Promise<Outcome>[], rings: OpenRings | undefined): Server {
  const { output, command, scheduler, seed, say, limit, ring } = request;
  let count = 0;
  const { dir, name, ext } = parse(output);
  const nextFile = (): string => (++count === 1 ? output : join(dir, `${name}-${count}${ext}`));
  return createServer((connection) => {
    let collector: Collector | undefined;
    let file: string | undefined;
    let failure: FencepostError | undefined;
    // The program continues without being recorded.
    const fail = (error: unknown): void => {
      failure ??= isFencepostError(error) ? error : writingFailed(file ?? output, error);
      connection.destroy();
    };
    connection.on('data', (chunk) => {
      try {
        if (collector === undefined) requireWritable((file = nextFile()));
        if (output === STANDARD_OUTPUT && collector === undefined && count > 1) {
          say?.('another process is not recorded: standard output has one recording');
          connection.destroy();
          return;
        }
        if (collector === undefined) {
          const sent = (): void => rings?.write(connection);
          collector = new Collector(file!, { arguments: command, scheduler, seed }, say, { limit, ring }, sent);
          rings?.add(connection, collector, file!);
        }
        collector.take(chunk);
      } catch (error) {
        fail(error);
      }
    });
    connection.on('error', () => undefined);
    recordings.push(
      new Promise((resolve) => {
        connection.on('close', () => {
          rings?.drop(connection);
          try {
            resolve(failure ?? collector?.finish());
          } catch (error) {
            fail(error);
            resolve(failure);
          }
        });
      }),
    );
  });
}

function nodeEnvironment(preload: string | undefined): Environment {
  if (preload === undefined) return {};
  // Quoted as JSON, which is the syntax that Node expects.
  return { NODE_OPTIONS: `--require ${JSON.stringify(preload)} ${process.env['NODE_OPTIONS'] ?? ''}`.trim() };
}

/** Waits until all connections are accepted. They are accepted in order, so it makes one more and waits for that. */
function acceptAll(server: Server, socket: string): Promise<void> {
  return new Promise((resolve) => {
    server.once('connection', () => resolve());
    connect(socket).end();
  });
}

/** Signals that are passed on to the command. */
const PASSED_ON: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

function run({ command, output }: RecordRequest, env: NodeJS.ProcessEnv): Promise<number> {
  const [program, ...args] = withoutRandomAddresses(command);
  return new Promise((resolve, reject) => {
    const passOn = (signal: NodeJS.Signals): void => {
      // The terminal also sends Ctrl-C to the program.
      if (signal !== 'SIGINT' || !isInForeground()) child.kill(signal);
    };
    const stopListening = (): void => {
      for (const signal of PASSED_ON) process.off(signal, passOn);
    };
    // Before the program runs, because it may cause such a signal at once.
    for (const signal of PASSED_ON) process.on(signal, passOn);
    // If standard output has the recording, the program's output goes to standard error.
    const child = spawn(program!, args, {
      stdio: ['inherit', output === STANDARD_OUTPUT ? 2 : 'inherit', 'inherit'],
      env,
    });
    child.on('error', (error) => {
      stopListening();
      reject(new FencepostError('USAGE', `cannot run ${command[0]!}: ${error.message}`));
    });
    child.on('close', (code, signal) => {
      stopListening();
      resolve(exitCode(code, signal));
    });
  });
}
