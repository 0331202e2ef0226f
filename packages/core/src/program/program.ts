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
  /** It only observes the result: its loads are not accesses of the program, and do not race. */
  readonly observes?: true;
}

/**
 * A program as a front end provides it: threads that can be started any number of times and depend only on the results
 * they are given.
 */
export interface Program {
  readonly name: string;
  readonly threads: readonly ThreadSource[];
  /** Names of threads that may spin forever, because they need not be stopped. */
  readonly daemons?: readonly string[];
  /** The value before anything is written; `size` as in the first operation on it. */
  initialValue(address: number, size: number): number;
  /** The user's name for an address, for reports. */
  nameOf(address: number): string;
  /** Is it memory of the compiler or the library that the user does not know of? */
  readonly isUpkeep?: (address: number) => boolean;
  /**
   * Is it a word that stands for an input, such as the clock, and no memory? What threads read there may be in no order with
   * memory, as no memory model orders it: that alone does not make the program less robust.
   */
  readonly isInput?: (address: number) => boolean;
  /** A value as the user would write it, accessed at `site` if that is known. Default: the word itself. */
  readonly showValue?: (word: number, address: number, size: number, site: Site | undefined) => string;
  /** Throws if a finished execution is wrong. */
  readonly after?: ((final: FinalView) => void) | undefined;
  /** Throws if memory shows that an execution went wrong on its way, even if it ended in a deadlock or was cut off. */
  readonly faults?: ((final: FinalView) => void) | undefined;
  /** The calls of a data structure that its threads make, and what must hold of them. */
  readonly calls?: Calls | undefined;
  /** It stands for many programs: what is checked are these. */
  readonly scenarios?: ScenarioSet | undefined;
  /** Bounds hit so far, such as on loops: executions that go further were cut off. */
  readonly limits?: () => readonly Limit[];
  /** Remarks that qualify the verdict. */
  readonly notes?: () => readonly string[];
  /**
   * What a safe verdict under this model does not cover, after its search: for example, that no assertion was reached.
   */
  readonly caveats?: (model: ModelName) => readonly string[];
  /** Has it run code whose accesses are not seen? Then a search that finds no data race has not shown that there is none. */
  readonly hasUnseenCode?: () => boolean;
  /** Its threads are instructions of x86: reports name fences as x86 does. */
  readonly assembly?: true;
  /** Throws if its operations mean nothing under the model, as instructions of another machine. */
  readonly refuse?: (model: ModelName) => void;
  /** The standard that defines the meaning of unordered accesses. Without it, the models do. */
  readonly standard?: Standard;
  /**
   * What the front end has learned by running the program (see `RestartSearch`), as plain JSON. A job has the same meaning
   * in another process only if that process has the same knowledge.
   */
  readonly knowledge?: { save(): unknown; restore(saved: unknown): void };
  /** Ranges of bytes that are one location each. Without it, there are none. */
  readonly blocks?: Blocks;
  /** Called when the search restarts. Forgets everything but knowledge, such as the bounds that were hit. */
  readonly beginAgain?: () => void;
}

/** Programs that are checked one after the other, and reported as one. */
export interface ScenarioSet {
  /** What they have in common, after a number of them: `with at most 5 calls on 3 threads`. */
  readonly extent: string;
  readonly count: number;
  /** By the calls of each thread: about how many there are. */
  readonly shapes: readonly ScenarioShape[];
  /** Larger ones that are drawn at random and checked after all others; undefined: none are. */
  readonly random?:
    | { readonly count: number; readonly extent: string; readonly shapes: readonly ScenarioShape[] }
    | undefined;
  /** In the order in which they are checked, with numbers from 0; each has a name of its own. Default: all are wanted. */
  programs(isWanted?: (number: number) => boolean): Iterable<Program>;
  /** Those with a call less than the one of this name, unless they are among the `count` anyway. */
  smaller(name: string): Iterable<Program>;
  /** The one of this name. */
  named(name: string): Program | undefined;
  /** The one of this name as a test that stands beside the file that has the structure. */
  test?(name: string, file: { readonly path: string; readonly text: string }): ScenarioTest | undefined;
}

/** A scenario as a test in the language of its structure. */
export interface ScenarioTest {
  readonly text: string;
  /** The scenario, with no more asked of it than a test can see: what calls return. */
  readonly program: Program;
}

/** Scenarios whose threads make so many calls, the most first. */
export interface ScenarioShape {
  readonly calls: readonly number[];
  readonly count: number;
}

/**
 * Bytes that a program copies at once are one location, a block, as long as no thread can tell: as long as conflicting
 * accesses to it are ordered in every execution (docs/internals/decisions/0031).
 */
export interface Blocks {
  /** Whoever does not check the order of accesses must do without. Call it before the program is run. */
  allow(allowed: boolean): void;
  /** Does a block begin at this address? */
  has(address: number): boolean;
  /** Two accesses to the block at this address are not ordered. Throws `RestartSearch`. */
  divide(address: number): never;
}

/** For callers without types: throws unless it is a program. */
export function requireProgram(value: unknown): void {
  const { name, threads } = (value ?? {}) as Partial<Program>;
  if (typeof name === 'string' && Array.isArray(threads)) return;
  throw new FencepostError('USAGE', 'this is not a program', { hint: 'program(name, define) makes one' });
}

/** The program with further daemon threads. */
export function withDaemons(program: Program, names: readonly string[]): Program {
  if (names.length === 0) return program;
  const daemons = [...new Set([...(program.daemons ?? []), ...names])];
  // Not a copy: properties may change as the front end learns.
  return Object.create(program, { daemons: { value: daemons, enumerable: true } }) as Program;
}

/** A bound that was hit. */
export interface Limit {
  /** What was not followed further: `the loop at queue.c:12`. */
  readonly what: string;
  /** How far it was followed: `32 iterations`. */
  readonly bound: string;
  /** What the user can do about it. */
  readonly advice: string;
  /** It is code whose accesses are not seen: `what` says all of it. */
  readonly isUnseen?: true;
  /** The models under which it is a bound. Default: all. */
  readonly models?: readonly ModelName[];
}

/** A failed check, as opposed to a crash. `assert()` throws it, and tests may throw it, too. */
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
 * The failure for an error thrown by a thread. By name, not by class: a program may contain its own copy of this
 * module.
 */
export function failureFrom(error: unknown, thread?: string): Failure {
  if (!(error instanceof Error)) return { kind: 'crash', message: String(error), ...(thread && { thread }) };
  const kind = isCheckFailed(error) ? 'assertion' : (KINDS[error.name] ?? 'crash');
  const { site, history } = error as { readonly site?: Site; readonly history?: ToldHistory };
  return {
    kind,
    message: error.message,
    ...(thread && { thread }),
    ...(site && { site }),
    // One failure, whatever the results are.
    ...((kind === 'not linearizable' || kind === 'wrong results') && { alike: kind, ...(history && { history }) }),
  };
}

/** By name, see above. */
const KINDS: Readonly<Record<string, Failure['kind'] | undefined>> = {
  InvalidAccess: 'invalid access',
  NotLinearizable: 'not linearizable',
  WrongResults: 'wrong results',
};

/** By name, see above. */
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

  /** A variable with its initial value. */
  variable(name: string, initial = 0): Variable {
    if ((initial | 0) !== initial) {
      throw new FencepostError('VALUE_RANGE', `initial value ${initial} of ${name} is not a 32-bit integer`);
    }
    const address = this.names.push(name) - 1;
    this.initial.push(initial);
    return { name, address };
  }

  /** Several variables, called `name[0]` and so on. */
  array(name: string, length: number, initial = 0): readonly Variable[] {
    return Array.from({ length }, (_, i) => this.variable(`${name}[${i}]`, initial));
  }

  /** A mutex, for `lock`, `tryLock` and `unlock`. */
  mutex(name: string): Variable {
    return this.variable(name, 0);
  }

  /** A thread, as a generator function that yields operations. */
  thread(name: string, body: ThreadBody): void {
    this.threadSources.push({ name, body: () => checkedRun(name, body()) });
  }

  /** A thread that need not be stopped: if it spins forever, that is not a deadlock. */
  daemon(name: string, body: ThreadBody): void {
    this.thread(name, body);
    this.daemons.push(name);
  }

  /** Called for every finished execution; throws if that is wrong. */
  after(checkFinal: (final: FinalView) => void): void {
    const check: (final: FinalView) => unknown = checkFinal;
    this.afterCheck = (final) => {
      refuseUnfinished(check(final));
    };
  }

  /** The program. */
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

/** A function that is not a generator function performs no visible operation. */
function checkedRun(name: string, run: ThreadRun): ThreadRun {
  if (hasMethod(run, 'next')) return run;
  throw new FencepostError('USAGE', `thread ${name} is not a generator function`, {
    hint: `p.thread('${name}', function* () { yield store(x, 1); })`,
  });
}

/** A check that has not finished when it returns might still fail, unnoticed. */
function refuseUnfinished(result: unknown): void {
  const isPromise = hasMethod(result, 'then');
  if (!isPromise && !hasMethod(result, 'next')) return;
  // Nothing else handles its rejection.
  if (isPromise) (result as PromiseLike<unknown>).then(undefined, () => undefined);
  throw new FencepostError('USAGE', `the check of the end is ${isPromise ? 'asynchronous' : 'a generator'}`, {
    hint: 'p.after takes an ordinary function: it must have looked at everything when it returns',
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
