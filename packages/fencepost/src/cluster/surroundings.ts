import { createHash } from 'node:crypto';
import { clusterError } from '@fencepost/cluster';
import { C } from '../load/c.js';
import { frontEndOf } from '../load/front-ends.js';
import { LITMUS } from '../load/litmus.js';

// The environment and runtime: the results of a program may depend on them, in addition to its files, if its code runs
// in Node. They must be the same for all agents of a run.

/** Environment variables that the code of a program reads. */
export interface Environment {
  /** Values read while the program was loaded; null if not set. */
  readonly values: Readonly<Record<string, string | null>>;
  /** Hashes of the names of other variables that were set. Their names and values stay private. */
  readonly others: readonly string[];
}

/** The environment of programs whose code does not run in Node. */
export const NO_ENVIRONMENT: Environment = { values: {}, others: [] };

/** Variables that belong to a machine or that Fencepost itself reads: programs see those of the agent. */
const OWN = /^(?:FENCEPOST_.*|XDG_.*|HOME|PATH|TMPDIR|TMP|TEMP|SystemRoot|NO_COLOR|FORCE_COLOR|NODE_COMPILE_CACHE)$/;
/** The address of the database, and the variables that the driver reads instead. */
const SECRET = /^(?:DATABASE_URL|PG[A-Z]+)$/;

/**
 * Whether code of these files runs in Node. C runs in WebAssembly, which has no environment, and litmus tests are
 * interpreted.
 */
export function runsInNode(files: readonly string[]): boolean {
  return files.some((file) => {
    const frontEnd = frontEndOf(file);
    return frontEnd !== C && frontEnd !== LITMUS;
  });
}

/**
 * Options that control how a process is observed or how much memory it gets. They do not change what code does. The
 * options of the second expression may have their value in the next argument.
 */
const HARMLESS =
  /^--(?:inspect|max-old-space-size|max-semi-space-size|trace-|no-warnings|disable-warning|cpu-prof|heap-prof|title|enable-source-maps)/;
const PRELOADS = /^(?:--import|--require|-r|--loader|--experimental-loader|--env-file|--env-file-if-exists)(=|$)/;

/** Returns the version of Node and those of its options that may change what code does. */
export function runtimeIdentity(
  given: readonly string[] = [...process.execArgv, ...(process.env['NODE_OPTIONS'] ?? '').split(/\s+/)],
): string {
  const options: string[] = [];
  for (let i = 0; i < given.length; i++) {
    const preload = PRELOADS.exec(given[i]!);
    // Agents preload nothing into the threads that explore.
    if (preload !== null) i += preload[1] === '=' ? 0 : 1;
    else if (given[i] !== '' && !HARMLESS.test(given[i]!)) options.push(given[i]!);
  }
  return ['Node', process.versions.node, ...new Set(options.sort())].join(' ');
}

/** Records the environment variables that the code of programs reads while they are loaded. */
export async function recordReads<T>(load: () => Promise<T>): Promise<{ loaded: T; environment: Environment }> {
  const real = process.env;
  const reads = new Map<string, string | null>();
  const written = new Set<string>();
  let listed: string[] = [];
  let isListing = false;
  const note = (key: string | symbol): void => {
    if (typeof key !== 'string' || written.has(key) || reads.has(key) || OWN.test(key) || SECRET.test(key)) return;
    reads.set(key, real[key] ?? null);
  };
  process.env = new Proxy(real, {
    get: (target, key) => {
      // Copying the whole environment does not make a program depend on each variable.
      if (isListing) isListing = false;
      else note(key);
      return Reflect.get(target, key) as unknown;
    },
    has: (target, key) => {
      note(key);
      return Reflect.has(target, key);
    },
    ownKeys: (target) => {
      listed = Object.keys(target);
      return Reflect.ownKeys(target);
    },
    getOwnPropertyDescriptor: (target, key) => {
      isListing = listed[0] === key;
      if (isListing) listed.shift();
      else note(key);
      return Reflect.getOwnPropertyDescriptor(target, key);
    },
    set: (target, key, value) => {
      written.add(String(key));
      return Reflect.set(target, key, value);
    },
    deleteProperty: (target, key) => {
      written.add(String(key));
      return Reflect.deleteProperty(target, key);
    },
  });
  try {
    const loaded = await load();
    const others = Object.keys(real).filter(
      (name) => !reads.has(name) && !written.has(name) && !OWN.test(name) && !SECRET.test(name),
    );
    return { loaded, environment: { values: Object.fromEntries(reads), others: others.map(hashed) } };
  } finally {
    process.env = real;
  }
}

/**
 * Returns the environment of threads that run the code of a program: the variables of this machine, and those that the
 * program read when it was submitted.
 */
export function environmentOf({ values }: Environment): Record<string, string> {
  const own = Object.entries(process.env).filter(([name]) => OWN.test(name));
  const all = [...own, ...Object.entries(values).filter(([name]) => !SECRET.test(name))];
  return Object.fromEntries(all.filter((each): each is [string, string] => typeof each[1] === 'string'));
}

/**
 * Prepares the environment for a report, which runs the code of the program in this process and its threads: that of
 * the submitter, without access to the database.
 */
export function enterEnvironment({ values }: Environment): void {
  for (const name of Object.keys(process.env)) {
    if (SECRET.test(name)) Reflect.deleteProperty(process.env, name);
  }
  for (const [name, value] of Object.entries(values)) {
    if (OWN.test(name) || SECRET.test(name)) continue;
    if (value === null) Reflect.deleteProperty(process.env, name);
    else process.env[name] = value;
  }
}

/**
 * Detects that code of a program reads a variable that was not sent, because nothing read it while the program was
 * loaded.
 */
export class GuardedEnvironment {
  private missed: string | undefined;

  constructor({ others }: Environment) {
    const unsent = new Set(others);
    if (unsent.size === 0) return;
    const known = new Set<string>();
    const note = (target: object, key: string | symbol): void => {
      if (typeof key !== 'string' || key in target || known.has(key)) return;
      known.add(key);
      // Packages are loaded on first use and read variables that do not concern the program. Stack frames: this
      // function, the trap, the reader.
      const reader = new Error().stack?.split('\n')[3] ?? '';
      if (unsent.has(hashed(key)) && !/[/\\]node_modules[/\\]/.test(reader)) this.missed ??= key;
    };
    process.env = new Proxy(process.env, {
      get: (target, key) => {
        note(target, key);
        return Reflect.get(target, key) as unknown;
      },
      has: (target, key) => {
        note(target, key);
        return Reflect.has(target, key);
      },
    });
  }

  /** Throws CLUSTER if such a variable was read. */
  require(source: string): void {
    if (this.missed !== undefined) throw this.explain(undefined, source);
  }

  /** Replaces the error: without the variable, other errors are meaningless. */
  explain(error: unknown, source: string): unknown {
    if (this.missed === undefined) return error;
    return clusterError(
      `${source} reads the environment variable ${this.missed} while it runs, but not while it is loaded: agents do not have it`,
      `read it where the module begins: const value = process.env['${this.missed}']`,
    );
  }
}

function hashed(name: string): string {
  return createHash('sha256').update(name).digest('base64url').slice(0, 12);
}
