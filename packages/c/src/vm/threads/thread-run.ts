import type { Operation, Site, ThreadSnapshot, ThreadRun } from '@fencepost/core';
import { CUT, FENCE, LOAD, RMW, cut, encodeFunction, isFencepostError, isRestart, rmwResult } from '@fencepost/core';
import type { LibraryValue, Steps } from '../../runtime/base/services.js';
import { JUMPS, NestedCall } from '../../runtime/base/services.js';
import { ContentWords } from '../instance/content-words.js';
import type { Context } from '../context/context.js';
import { failureOf } from '../instance/failures.js';
import type { Instance, Tenant } from '../instance/instance.js';
import { NoRoom } from '../objects/objects.js';
import { accesses } from './access-imports.js';
import type { SavedThread } from './saved-thread.js';
import type { Access } from './single-access.js';
import { SingleAccess } from './single-access.js';

/** A call of an export, and the library function in which it is suspended. */
interface Frame {
  readonly entry: string;
  readonly args: readonly (number | bigint)[];
  pending: Steps<LibraryValue> | undefined;
  /** The last result of `pending`. */
  step: IteratorResult<unknown, LibraryValue> | undefined;
  result: LibraryValue;
  /** Whether exceptions may leave it. */
  readonly throws: boolean;
}

/** The behaviour of a thread in an instance: how it starts, what its imports do, and what it does at its end. */
export interface Behaviour {
  /** Exports to call, one after the other. */
  readonly entries: readonly { readonly entry: string; readonly args: readonly (number | bigint)[] }[];
  imported(name: string, args: readonly (number | bigint)[]): LibraryValue | Steps<LibraryValue>;
  /** Called with the result of the last entry; returns the outcome of the thread. */
  end(result: LibraryValue): Steps<unknown>;
  /** Answers an operation without the models. Returns undefined if the models have to decide. */
  answer(operation: Operation): number | undefined;
  /** Returns the operation as presented to the models. */
  present(operation: Operation): Operation;
  /** Called when an operation has its result. */
  done(operation: Operation, result: number): void;
  /** Returns the output since the last call. */
  takePrinted(): string;
  /**
   * Adds the state that its future depends on before this operation. Returns the number of words without those about
   * loops, or 0 if it cannot be saved here.
   */
  describe(words: ContentWords, pending: Operation): number;
  /** Saves what was just described. */
  save(): SavedThread;
  restore(saved: SavedThread): void;
  /** Begins an access again that a restored thread had begun. */
  again(access: Access): Steps<LibraryValue>;
  /** Current place of the thread. */
  readonly site: Site | undefined;
}

/** A call of an import. */
interface Import {
  readonly name: string;
  readonly args: readonly (number | bigint)[];
  /** The access that it makes, if that is all: then it need not be called again. */
  readonly access: Access | undefined;
}

/** A run that has called an import, which will yield a visible operation. */
interface SavedRun extends ThreadSnapshot {
  readonly nextEntry: number;
  readonly call: Import;
  readonly thread: SavedThread;
}

/** Imports that change nothing before their first visible operation: they do the same when called again. */
const REPEATABLE: ReadonlySet<string> = new Set(
  [...accesses.keys()].filter((name) => /^(?:(?:load|store|rmw|cas)\d+|fence|mem(?:cpy|move|set))$/.test(name)),
);

const content = new ContentWords();

/** Thrown to end the thread from within (pthread_exit), if its frames have no destructors. */
export const THREAD_EXIT = Symbol('the thread ends');

/**
 * A thread of a compiled program as a coroutine. It runs until a library function (which includes accesses to shared
 * memory) yields a visible operation; then the call is suspended, and later resumed with the function's result.
 */
export class CompiledRun implements ThreadRun, Tenant {
  private readonly context: Context;
  private readonly begin: (instance: Instance) => Behaviour;
  private behaviour: Behaviour | undefined;
  private instance: Instance | undefined;
  private frames: Frame[] = [];
  private nextEntry = 0;
  /** The import that has yielded its first operation, if it can be called again. */
  private reached: Import | undefined;
  /** Snapshot from which it starts; undefined: from the beginning. */
  private origin: SavedRun | undefined;
  /** Results since `origin`, to reach the same point again in another instance. */
  private readonly results: number[] = [];
  /** Number of results that have been replayed. */
  private replayed = 0;
  private current: Operation | undefined;
  private ending: Steps<unknown> | undefined;
  /** Whether the thread is ending from within and leaves its calls. */
  private leaving = false;
  private isExpected: ((operation: Operation, position: number) => boolean) | undefined;

  constructor(context: Context, begin: (instance: Instance) => Behaviour) {
    this.context = context;
    this.begin = begin;
  }

  next(result: number): IteratorResult<Operation, unknown> {
    if (this.behaviour === undefined) return this.guarded(() => this.start());
    this.results.push(result);
    this.reached = undefined;
    if (this.instance === undefined) return this.guarded(() => this.start());
    this.context.instances.touch(this.instance);
    this.replayed++;
    this.behaviour.done(this.current!, result);
    return this.guarded(() => this.drive(this.advance(result)));
  }

  follow(results: readonly number[], isExpected: (operation: Operation, position: number) => boolean): boolean {
    for (const result of results) this.results.push(result);
    this.isExpected = isExpected;
    try {
      const { done, value } = this.guarded(() => this.start());
      return done !== true && isExpected(value, results.length);
    } catch (error) {
      // Any other outcome, including a failure, is unexpected.
      if (isFencepostError(error) || isRestart(error)) throw error;
      return false;
    } finally {
      this.isExpected = undefined;
    }
  }

  save(find: (words: Int32Array, count: number) => number): SavedRun | number | undefined {
    const { reached: call, instance, behaviour, nextEntry } = this;
    if (call === undefined || instance === undefined || this.frames.length !== 1) return undefined;
    content.clear();
    if (!instance.save(content)) return undefined;
    content.add(nextEntry);
    content.text(call.name);
    for (const arg of call.args) content.value(arg);
    const essence = behaviour!.describe(content, this.current!);
    if (essence === 0) return undefined;
    // Most runs lead to a state that is known, so the rest of the snapshot is made last.
    const known = find(content.words, content.count);
    if (known !== 0) return known;
    const words = content.taken();
    const { name, args, access } = call;
    // The steps of the access refer to the thread that has made it.
    const kept = access && { operation: access.operation, size: access.size };
    const made = { name, args, access: kept };
    const saved = behaviour!.save();
    return this.context.bounds.wait
      ? { words, nextEntry, call: made, thread: saved, essence }
      : { words, nextEntry, call: made, thread: saved };
  }

  resume(
    from: ThreadSnapshot,
    results: readonly number[],
    isExpected: (operation: Operation, position: number) => boolean,
  ): boolean {
    this.origin = from as SavedRun;
    this.results.length = 0;
    return this.follow(results, isExpected);
  }

  takePrinted(): string {
    return this.behaviour?.takePrinted() ?? '';
  }

  evicted(): void {
    this.instance = undefined;
  }

  imported(name: string, args: readonly (number | bigint)[]): number | bigint | undefined {
    const frame = this.frames.at(-1)!;
    const instance = this.instance!;
    if (instance.isRewinding) {
      instance.arrived();
      const { result } = frame;
      frame.result = undefined;
      return result;
    }
    const called = this.behaviour!.imported(name, args);
    if (typeof called !== 'object') return called;
    const first = called.next(0);
    if (first.done === true) return first.value;
    if (REPEATABLE.has(name)) {
      this.reached = { name, args, access: called instanceof SingleAccess ? called : undefined };
      instance.clean();
    } else this.reached = undefined;
    const step = this.answerAll(called, first);
    if (step.done === true) return step.value;
    frame.pending = called;
    frame.step = step;
    instance.suspend();
    return undefined;
  }

  private start(): IteratorResult<Operation, unknown> {
    const { origin } = this;
    if (this.instance === undefined) {
      this.instance = this.context.instances.take(this);
      this.behaviour = this.begin(this.instance);
    } else this.context.instances.touch(this.instance);
    this.frames = [];
    this.nextEntry = 0;
    this.replayed = 0;
    this.ending = undefined;
    this.leaving = false;
    return this.drive(origin === undefined ? this.nextCall(undefined) : this.returnTo(origin));
  }

  /** Returns to the import call at which the thread was saved. */
  private returnTo({ words, nextEntry, call, thread }: SavedRun): IteratorResult<unknown, unknown> {
    const behaviour = this.behaviour!;
    this.instance!.restore(words);
    behaviour.restore(thread);
    this.nextEntry = nextEntry;
    const { entry, args } = behaviour.entries[nextEntry - 1]!;
    const pending =
      call.access === undefined
        ? (behaviour.imported(call.name, call.args) as Steps<LibraryValue>)
        : behaviour.again(call.access);
    this.frames.push({ entry, args, pending, step: undefined, result: undefined, throws: false });
    this.reached = call;
    return pending.next(0);
  }

  /** Continues until the models have to decide, or the thread ends. */
  private drive(step: IteratorResult<unknown, unknown>): IteratorResult<Operation, unknown> {
    for (;;) {
      if (step.done === true) {
        if (this.frames.length === 0) return this.ended(step.value);
        step = this.goOn(step.value as LibraryValue);
      } else if (step.value instanceof NestedCall) {
        const { entry, args, throws } = step.value;
        step = this.call(entry, args, throws);
      } else {
        const operation = step.value as Operation;
        const answer = this.answer(operation);
        if (answer === undefined) {
          this.current = this.behaviour!.present(operation);
          return { done: false, value: this.current };
        }
        step = this.advance(answer);
      }
    }
  }

  /** The innermost function that waits for a result: a library function, or the end of the thread. */
  private get waiting(): Steps<unknown> | undefined {
    return this.frames.at(-1)?.pending ?? this.ending;
  }

  private advance(result: number): IteratorResult<unknown, unknown> {
    return this.waiting!.next(result);
  }

  /** Resumes the innermost call after its library function has returned. */
  private goOn(result: LibraryValue): IteratorResult<unknown, unknown> {
    if (this.leaving) return this.leave();
    const frame = this.frames.at(-1)!;
    frame.pending = undefined;
    frame.result = result;
    const ended = this.instance!.resume(frame.entry, frame.args, this.frames.length - 1);
    return ended === undefined ? frame.step! : this.returned(ended.value);
  }

  private call(entry: string, args: readonly (number | bigint)[], throws: boolean): IteratorResult<unknown, unknown> {
    const frame: Frame = { entry, args, pending: undefined, step: undefined, result: undefined, throws };
    this.frames.push(frame);
    const ended = this.instance!.call(entry, args, this.frames.length - 1);
    return ended === undefined ? frame.step! : this.returned(ended.value);
  }

  /** Continues after the innermost call has returned. */
  private returned(value: LibraryValue): IteratorResult<unknown, unknown> {
    const { throws } = this.frames.pop()!;
    const { exiting } = this.instance!;
    if (exiting === JUMPS && !throws) throw new Error('longjmp: the function that called setjmp has returned');
    if (exiting > JUMPS && !throws) return this.call('__fp_uncaught', [BigInt(exiting)], false);
    const caller = this.waiting;
    if (caller === undefined) return this.nextCall(value);
    return exiting === 0 ? caller.next(0) : caller.return(undefined);
  }

  /** Abandons the innermost call; the library function that made it may have to clean up. */
  private leave(): IteratorResult<unknown, unknown> {
    this.frames.pop();
    const caller = this.frames.at(-1)?.pending;
    this.leaving = caller !== undefined;
    return caller === undefined ? this.nextCall(undefined) : caller.return(undefined);
  }

  private nextCall(value: LibraryValue): IteratorResult<unknown, unknown> {
    const { entries } = this.behaviour!;
    const next = entries[this.nextEntry++];
    return next === undefined ? this.finish(value) : this.call(next.entry, next.args, false);
  }

  private finish(value: LibraryValue): IteratorResult<unknown, unknown> {
    this.ending = this.behaviour!.end(value);
    return this.ending.next(0);
  }

  private ended(outcome: unknown): IteratorResult<Operation, unknown> {
    this.release();
    return { done: true, value: outcome };
  }

  /** Runs the action. A thread that ends from within leaves its calls; any other exception is its failure. */
  private guarded(action: () => IteratorResult<Operation, unknown>): IteratorResult<Operation, unknown> {
    try {
      return action();
    } catch (error) {
      if (error === THREAD_EXIT) return this.guarded(() => this.drive(this.leave()));
      const overflowed = this.instance?.overflowed === true;
      this.release();
      if (error instanceof NoRoom) return this.cutOff(error);
      const { functions } = this.context.image.tables;
      throw failureOf(error, { site: this.behaviour?.site, overflowed, functions });
    }
  }

  private cutOff({ limit, site }: NoRoom): IteratorResult<Operation, unknown> {
    this.context.limits.set(limit.what, limit);
    this.current = cut(site, false);
    return { done: false, value: this.current };
  }

  private release(): void {
    if (this.instance !== undefined) this.context.instances.release(this.instance);
    this.instance = undefined;
  }

  /** Runs the function as far as possible without the models. */
  private answerAll(
    called: Steps<LibraryValue>,
    first: IteratorResult<unknown, LibraryValue>,
  ): IteratorResult<unknown, LibraryValue> {
    let step = first;
    while (step.done !== true && !(step.value instanceof NestedCall)) {
      const answer = this.answer(step.value as Operation);
      if (answer === undefined) break;
      step = called.next(answer);
    }
    return step;
  }

  private answer(operation: Operation): number | undefined {
    const known = this.behaviour!.answer(operation);
    if (known === undefined && (this.replayed === this.results.length || operation.kind >= CUT)) return undefined;
    this.reached = undefined;
    if (known !== undefined) return known;
    if (this.isExpected?.(this.behaviour!.present(operation), this.replayed) === false) throw new Unexpected();
    const result = this.results[this.replayed++]!;
    this.behaviour!.done(operation, result);
    return result;
  }
}

/** Thrown if the thread behaves differently when it is run again. */
class Unexpected extends Error {}

/** Whether an operation with this result changes anything that other threads can see, or that outlives a loop. */
export function hasEffect(operation: Operation, result: number): boolean {
  if (operation.kind === LOAD || operation.kind === FENCE) return false;
  if (operation.kind !== RMW) return true;
  const { transition, fn, width, value, expected, mutex } = operation;
  // The values of the operation do not show that a mutex is taken or released.
  if (mutex) return fn !== 'cas' || result === 0;
  if (transition !== undefined) return transition.apply(result) !== result;
  if (fn === 'cas' && expected !== result) return false;
  return rmwResult(encodeFunction(fn, width), result, value) !== result;
}
