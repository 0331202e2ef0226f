import type { Site } from '../common/errors.js';
import { FencepostError } from '../common/errors.js';
import type { ModelName } from '../models/index.js';
import type { ThreadBody, ThreadRun } from '../operations/operation.js';
import type { Failure } from './verdict.js';

/** A thread that is there from the beginning. */
export interface ThreadSource {
  readonly name: string;
  readonly body: ThreadBody;
  /** It only looks, for the one who checks: its loads are no accesses of the program, and race with nothing. */
  readonly observes?: true;
}

/** What an `after` check may look at, once every thread has ended. */
export interface FinalView {
  /** Value in memory. */
  read(place: number | { readonly address: number }): number;
  /** What the i-th static thread returned. */
  outcome(thread: number): unknown;
  /** What all threads returned, those started by others included. */
  outcomes(): readonly unknown[];
  /** The results that all threads got, by handle of the thread; none for threads that were not started. */
  results(): ReadonlyMap<number, readonly number[]>;
}

/**
 * A program as a front end hands it over: threads that can be started any number of times and
 * that depend on nothing but the results they are given (design section 5).
 */
export interface Program {
  readonly name: string;
  readonly threads: readonly ThreadSource[];
  /** Names of threads that may go round a loop that changes nothing for ever, as nobody has to stop them. */
  readonly daemons?: readonly string[];
  /** What is there before anything is written; `size` as in the first operation on it. */
  initialValue(address: number, size: number): number;
  /** The user's name for an address, for reports. */
  nameOf(address: number): string;
  /** A value as the user would write it; the word itself unless said otherwise. */
  readonly showValue?: (word: number, address: number, size: number) => string;
  /** Throws if a finished execution is wrong. */
  readonly after?: ((final: FinalView) => void) | undefined;
  /**
   * Throws if an execution went wrong on its way, as memory shows, even if it ended in a deadlock or was cut off: what came
   * later does not matter then.
   */
  readonly faults?: ((final: FinalView) => void) | undefined;
  /** Loops and the like that were not followed to their end so far: executions that go further were cut off. */
  readonly limits?: () => readonly Limit[];
  /** What else whoever relies on the verdict should know. */
  readonly notes?: () => readonly string[];
  /** What a safe verdict under this model does not mean, after its search: that no assertion was reached, say. */
  readonly caveats?: (model: ModelName) => readonly string[];
  /** The standard that says what accesses mean that nothing orders; without it, they mean what the models say. */
  readonly standard?: 'C11' | 'ECMA-262';
  /**
   * What the front end has learned by running the program (see `Rediscover`), as plain JSON. A job of one process means
   * the same in another only if that has learned as much.
   */
  readonly knowledge?: { save(): unknown; restore(saved: unknown): void };
  /** The search begins again: forgets all that is no knowledge, such as the bounds that were hit. */
  readonly beginAgain?: () => void;
}

/** For callers without types: throws unless it is a program. */
export function requireProgram(value: unknown): void {
  const { name, threads } = (value ?? {}) as Partial<Program>;
  if (typeof name === 'string' && Array.isArray(threads)) return;
  throw new FencepostError('USAGE', 'this is not a program', { hint: 'program(name, define) makes one' });
}

/** The program with further threads that nobody has to stop. */
export function withDaemons(program: Program, names: readonly string[]): Program {
  if (names.length === 0) return program;
  const daemons = [...new Set([...(program.daemons ?? []), ...names])];
  // Not a copy: what the front end has learned may change what a property gives.
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
}

/** A failed check, as opposed to a crash: `assert()` throws it, and so may any test author. */
export class CheckFailed extends Error {
  override readonly name = 'CheckFailed';
  readonly site: Site | undefined;
  constructor(message: string, site?: Site) {
    super(message);
    this.site = site;
  }
}

/** An access outside every object, or to one that is gone. */
export class InvalidAccess extends Error {
  override readonly name = 'InvalidAccess';
  readonly site: Site | undefined;
  constructor(message: string, site?: Site) {
    super(message);
    this.site = site;
  }
}

/** What an error thrown by a thread is called. By name, not by class: a program may come with its own copy of this module. */
export function failureFrom(error: unknown, thread?: string): Failure {
  if (!(error instanceof Error)) return { kind: 'crash', message: String(error), ...(thread && { thread }) };
  const kind = isCheckFailed(error) ? 'assertion' : error.name === 'InvalidAccess' ? 'invalid access' : 'crash';
  const site = (error as { readonly site?: Site }).site;
  return { kind, message: error.message, ...(thread && { thread }), ...(site && { site }) };
}

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

  /** Several, called `name[0]` and so on. */
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

  /** A thread that nobody has to stop: if it goes on reading for ever, that is no deadlock. */
  daemon(name: string, body: ThreadBody): void {
    this.thread(name, body);
    this.daemons.push(name);
  }

  /** Called for every finished execution; it throws if that is wrong. */
  after(checkFinal: (final: FinalView) => void): void {
    const check: (final: FinalView) => unknown = checkFinal;
    this.afterCheck = (final) => {
      refuseUnfinished(check(final));
    };
  }

  /** What was collected, as a program. */
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

/** A function that is not a generator function does nothing that anybody could see. */
function checkedRun(name: string, run: ThreadRun): ThreadRun {
  if (hasMethod(run, 'next')) return run;
  throw new FencepostError('USAGE', `thread ${name} is not a generator function`, {
    hint: `p.thread('${name}', function* () { yield store(x, 1); })`,
  });
}

/** A check that has not come to its end when it returns might still fail, and nobody would notice. */
function refuseUnfinished(result: unknown): void {
  const isPromise = hasMethod(result, 'then');
  if (!isPromise && !hasMethod(result, 'next')) return;
  // Nobody looks at what becomes of it.
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
