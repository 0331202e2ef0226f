import type { Site } from '../common/errors.js';
import { FencepostError } from '../common/errors.js';
import type { ModelName, Standard } from '../models/index.js';
import type { ThreadBody, ThreadRun } from '../operations/operation.js';
import type { Calls, ToldHistory } from './calls.js';
import type { FinalView } from './final-view.js';
import type { Failure } from './verdict.js';

/** A thread that exists from the start. */
export interface ThreadSource {
  readonly name: string;
  readonly body: ThreadBody;
  /** Whether it only observes the result: its loads are not accesses of the program, and do not race. */
  readonly observes?: true;
}

/**
 * A program as provided by a front end: threads that can be started any number of times and depend only on the results
 * they are given.
 */
export interface Program {
  readonly name: string;
  readonly threads: readonly ThreadSource[];
  /** Names of threads that may spin forever, because they need not be stopped. */
  readonly daemons?: readonly string[];
  /** Returns the value before anything is written; `size` as in the first operation on it. */
  initialValue(address: number, size: number): number;
  /** Returns the user's name for an address, for reports. */
  nameOf(address: number): string;
  /** Whether the address is memory of the compiler or the library that is hidden from the user. */
  readonly isUpkeep?: (address: number) => boolean;
  /**
   * Whether the address represents an input, such as the clock, and not memory. Reads of inputs may be unordered with
   * memory, as no memory model orders them. That alone does not make the program less robust.
   */
  readonly isInput?: (address: number) => boolean;
  /** Whether the address is a bit that the program leaves open: read once, and set by a thread that does nothing else. */
  readonly isChoice?: (address: number) => boolean;
  /**
   * Whether the address is the mutex of atomic sections. While a thread holds it, other threads make no operation that
   * conflicts with more than one of the holder.
   */
  readonly isSection?: (address: number) => boolean;
  /** Formats a value in the user's notation, accessed at `site` if that is known. Default: the word itself. */
  readonly showValue?: (word: number, address: number, size: number, site: Site | undefined) => string;
  /** Throws if a finished execution is wrong. */
  readonly after?: ((final: FinalView) => void) | undefined;
  /**
   * Throws if memory shows that an error occurred during an execution, even if it ended in a deadlock or was cut off.
   */
  readonly faults?: ((final: FinalView) => void) | undefined;
  /** The calls of a data structure that its threads make, and the conditions that they must meet. */
  readonly calls?: Calls | undefined;
  /** The programs to check, if this program represents many. */
  readonly scenarios?: ScenarioSet | undefined;
  /** Returns the bounds hit so far, such as on loops: executions that go further were cut off. */
  readonly limits?: () => readonly Limit[];
  /** Returns remarks that qualify the verdict. */
  readonly notes?: () => readonly string[];
  /**
   * Returns the caveats of a safe verdict under this model, after its search: for example, that no assertion was
   * reached.
   */
  readonly caveats?: (model: ModelName) => readonly string[];
  /**
   * Whether it has run code with invisible accesses. A search that finds no data race then does not prove that there is
   * none.
   */
  readonly hasUnseenCode?: () => boolean;
  /** Whether its text shows that no execution has a data race, for all inputs and under all models. */
  readonly isRaceFree?: boolean;
  /** Whether its threads are x86 instructions: reports name fences as x86 does. */
  readonly assembly?: true;
  /** Throws if its operations have no meaning under the model, such as instructions of another machine. */
  readonly refuse?: (model: ModelName) => void;
  /** The standard that defines the meaning of unordered accesses. Without it, the models do. */
  readonly standard?: Standard;
  /**
   * Facts that the front end has learned by running the program (see `RestartSearch`), as plain JSON. A job has the
   * same meaning in another process only if that process has the same knowledge.
   */
  readonly knowledge?: { save(): unknown; restore(saved: unknown): void };
  /** Ranges of bytes that are one location each. Without it, there are none. */
  readonly blocks?: Blocks;
  /**
   * Turns scouting on or off, and returns whether the program has learned anything since the last call. While it is on,
   * the program goes on after it has learned something that requires a restart, so that a search learns much at once.
   * The results of such a search mean nothing.
   */
  readonly scout?: (on: boolean) => boolean;
  /** Memory that threads allocate. Without it, all memory exists from the start. */
  readonly lifetimes?: Lifetimes;
  /** Called when the search restarts. Discards everything but knowledge, such as the bounds that were hit. */
  readonly beginAgain?: () => void;
}

/** Programs that are checked one after the other, and reported as one. */
export interface ScenarioSet {
  /** Common property of the programs, printed after their number: `with at most 5 calls on 3 threads`. */
  readonly extent: string;
  readonly count: number;
  /** Approximate numbers of programs, by the calls of each thread. */
  readonly shapes: readonly ScenarioShape[];
  /** Larger programs that are drawn at random and checked after all others; undefined: none. */
  readonly random?:
    | { readonly count: number; readonly extent: string; readonly shapes: readonly ScenarioShape[] }
    | undefined;
  /**
   * Returns the programs in the order in which they are checked, with numbers from 0. Each has a name of its own.
   * Default: all are wanted.
   */
  programs(isWanted?: (number: number) => boolean): Iterable<Program>;
  /** Returns the programs with one call less than the one of this name, unless they are among the `count` anyway. */
  smaller(name: string): Iterable<Program>;
  /** Returns the program of this name. */
  named(name: string): Program | undefined;
}

/** Scenarios whose threads make these numbers of calls, the largest first. */
export interface ScenarioShape {
  readonly calls: readonly number[];
  readonly count: number;
}

/**
 * Bytes that a program copies at once form one location, a block, as long as no thread can observe the difference: as
 * long as conflicting accesses to it are ordered in every execution (docs/internals/decisions/0031).
 */
export interface Blocks {
  /**
   * Allows or forbids blocks. A caller that does not check the order of accesses must forbid them. Call it before the
   * program is run.
   */
  allow(allowed: boolean): void;
  /** Whether a block begins at this address. */
  has(address: number): boolean;
  /** Called if two accesses to the block at this address are not ordered. Throws `RestartSearch`. */
  divide(address: number): never;
}

/**
 * Memory exists only after its allocation: where races are errors, an access by another thread that does not happen
 * after the allocation is one, too. Allocations become visible operations, which race with such an access, once an
 * access could be one.
 */
export interface Lifetimes {
  /** Returns the handle of the thread that allocates the memory at this address; 0: it exists from the start. */
  makerOf(address: number): number;
  /** Makes allocations of the memory at this address visible. Throws `RestartSearch` if they are not. */
  show(address: number): void;
}

/** Throws unless the value is a program; for callers without types. */
export function requireProgram(value: unknown): void {
  const { name, threads } = (value ?? {}) as Partial<Program>;
  if (typeof name === 'string' && Array.isArray(threads)) return;
  throw new FencepostError('USAGE', 'this is not a program', { hint: 'program(name, define) makes one' });
}

/** Returns the program with further daemon threads. */
export function withDaemons(program: Program, names: readonly string[]): Program {
  if (names.length === 0) return program;
  const daemons = [...new Set([...(program.daemons ?? []), ...names])];
  // Not a copy: properties may change as the front end learns.
  return Object.create(program, { daemons: { value: daemons, enumerable: true } }) as Program;
}

/**
 * Returns the program, whose threads follow loops that change something without a bound, for searches that visit each state
 * once. Threads may ignore that: a bound then cuts them off.
 */
export function withoutBounds(program: Program): Program {
  const threads = (): readonly ThreadSource[] =>
    program.threads.map((source) => ({ ...source, body: () => source.body(true) }));
  // Not a copy: see above.
  return Object.create(program, { threads: { get: threads, enumerable: true } }) as Program;
}

/** A bound that was hit. */
export interface Limit {
  /** The part that was cut off: `the loop at queue.c:12`. */
  readonly what: string;
  /** The extent to which it was followed: `32 iterations`. */
  readonly bound: string;
  /** Advice for the user. */
  readonly advice: string;
  /** Whether it is code with invisible accesses, which `what` describes completely. */
  readonly isUnseen?: true;
  /** Whether threads get beyond it in the program `withoutBounds`. */
  readonly isOfLoop?: true;
  /** The models under which the bound applies. Default: all. */
  readonly models?: readonly ModelName[];
}

/** A failed check, as opposed to a crash. `assert()` throws it, and tests may also throw it. */
export class CheckFailed extends Error {
  override readonly name = 'CheckFailed';
  readonly site: Site | undefined;
  constructor(message: string, site?: Site) {
    super(message);
    this.site = site;
  }
}

/** An access outside every object, or to one whose lifetime has ended. */
export class InvalidAccess extends Error {
  override readonly name = 'InvalidAccess';
  readonly site: Site | undefined;
  constructor(message: string, site?: Site) {
    super(message);
    this.site = site;
  }
}

/**
 * Returns the failure for an error thrown by a thread, or by a task that it runs. Tests by name, not by class: a program may contain its own copy
 * of this module.
 */
export function failureFrom(error: unknown, thread?: string): Failure {
  if (!(error instanceof Error)) return { kind: 'crash', message: String(error), ...(thread && { thread }) };
  const kind = isCheckFailed(error) ? 'assertion' : (KINDS[error.name] ?? 'crash');
  const { site, history, task } = error as { readonly site?: Site; readonly history?: ToldHistory; task?: unknown };
  const name = typeof task === 'string' ? task : thread;
  return {
    kind,
    message: error.message,
    ...(name && { thread: name }),
    ...(site && { site }),
    // These count as one failure, whatever the results are.
    ...((kind === 'not linearizable' || kind === 'wrong results') && { alike: kind, ...(history && { history }) }),
  };
}

/** Kinds of failures by the name of the error, see above. */
const KINDS: Readonly<Record<string, Failure['kind'] | undefined>> = {
  InvalidAccess: 'invalid access',
  NotLinearizable: 'not linearizable',
  WrongResults: 'wrong results',
};

/** Tests by name, see above. */
export function isCheckFailed(error: unknown): error is CheckFailed {
  return error instanceof Error && error.name === 'CheckFailed';
}

/** Fails the execution unless the condition holds. */
export function assert(condition: boolean, message = 'check failed'): asserts condition {
  if (!condition) throw new CheckFailed(message);
}

/** A place in shared memory, with a name for reports. */
export interface Variable {
  readonly name: string;
  readonly address: number;
}

/** Collects variables and threads; see `program`. */
export class ProgramBuilder {
  private readonly names: string[] = [];
  private readonly initial: number[] = [];
  private readonly threadSources: ThreadSource[] = [];
  private readonly daemons: string[] = [];
  private afterCheck: ((final: FinalView) => void) | undefined;
  private readonly name: string;

  constructor(name: string) {
    this.name = name;
  }

  /** Adds a variable with its initial value. */
  variable(name: string, initial = 0): Variable {
    if ((initial | 0) !== initial) {
      throw new FencepostError('VALUE_RANGE', `initial value ${initial} of ${name} is not a 32-bit integer`);
    }
    const address = this.names.push(name) - 1;
    this.initial.push(initial);
    return { name, address };
  }

  /** Adds several variables, called `name[0]` and so on. */
  array(name: string, length: number, initial = 0): readonly Variable[] {
    return Array.from({ length }, (_, i) => this.variable(`${name}[${i}]`, initial));
  }

  /** Adds a mutex, for `lock`, `tryLock` and `unlock`. */
  mutex(name: string): Variable {
    return this.variable(name, 0);
  }

  /** Adds a thread, as a generator function that yields operations. */
  thread(name: string, body: ThreadBody): void {
    this.threadSources.push({ name, body: () => checkedRun(name, body()) });
  }

  /** Adds a thread that need not be stopped: if it spins forever, that is not a deadlock. */
  daemon(name: string, body: ThreadBody): void {
    this.thread(name, body);
    this.daemons.push(name);
  }

  /** Sets the check that is called for every finished execution. It throws if the execution is wrong. */
  after(checkFinal: (final: FinalView) => void): void {
    const check: (final: FinalView) => unknown = checkFinal;
    this.afterCheck = (final) => {
      refuseUnfinished(check(final));
    };
  }

  /** Returns the program. */
  build(): Program {
    const { names, initial } = this;
    return {
      name: this.name,
      threads: this.threadSources,
      initialValue: (address) => initial[address] ?? 0,
      nameOf: (address) => names[address] ?? `[${address}]`,
      ...(this.daemons.length > 0 && { daemons: this.daemons }),
      ...(this.afterCheck === undefined ? {} : { after: this.afterCheck }),
    };
  }
}

function hasMethod(value: unknown, name: string): boolean {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, name) === 'function';
}

/** Rejects a function that is not a generator function: it would perform no visible operation. */
function checkedRun(name: string, run: ThreadRun): ThreadRun {
  if (hasMethod(run, 'next')) return run;
  throw new FencepostError('USAGE', `thread ${name} is not a generator function`, {
    hint: `p.thread('${name}', function* () { yield store(x, 1); })`,
  });
}

/** Rejects a check that has not finished when it returns: it might still fail, unnoticed. */
function refuseUnfinished(result: unknown): void {
  const isPromise = hasMethod(result, 'then');
  if (!isPromise && !hasMethod(result, 'next')) return;
  // Nothing else handles its rejection.
  if (isPromise) (result as PromiseLike<unknown>).then(undefined, () => undefined);
  throw new FencepostError('USAGE', `the function given to p.after is ${isPromise ? 'asynchronous' : 'a generator'}`, {
    hint: 'p.after takes an ordinary function, which must finish all checks before it returns',
  });
}

/**
 * A program written as generator functions:
 *
 *     program('sb', (p) => {
 *       const x = p.variable('x'), y = p.variable('y');
 *       p.thread('left',  function* () { yield store(x, 1); return yield load(y); });
 *       p.thread('right', function* () { yield store(y, 1); return yield load(x); });
 *       p.after((f) => assert(f.outcome(0) === 1 || f.outcome(1) === 1));
 *     });
 */
export function program(name: string, define: (builder: ProgramBuilder) => void): Program {
  const builder = new ProgramBuilder(name);
  define(builder);
  return builder.build();
}
