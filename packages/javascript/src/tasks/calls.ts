import { text } from '#host/text';
import { keepingFrame } from '../async/frames.js';
import { ModelPromise } from '../async/promise.js';
import { isObject } from '../world/objects/is-object.js';
import { addSelfNoting } from '../world/objects/self-noting.js';
import { current } from '../world/running/current.js';
import { guard } from '../world/running/guard.js';
import type { World } from '../world/running/world.js';
import type { Expected } from '../world/time/outside-events.js';
import { recording } from '../world/time/segments.js';
import { SharedAnswers } from './shared-answers.js';
import { tellStep } from '../world/running/told-steps.js';

// A call of something outside the program: it takes effect at any later moment, and its answer arrives at any moment after
// that.

/** How a service outside the program behaves. */
export interface OutsideSettings {
  /** Name in reports. Default: the name of the function. */
  readonly name?: string;
  /**
   * Whether a call may also fail: it rejects with this error, or any of these, or with an `Error` if `true`. It then had
   * its effect, or not.
   */
  readonly rejects?: boolean | Error | readonly Error[];
  /** Whether a call may also get no answer, ever. It then had its effect, or not. */
  readonly loses?: boolean;
  /**
   * When a call takes effect. `between` (the default): at any moment between call and answer. `call`: at once, even if it
   * fails, so that only the order of answers is explored; for functions without state.
   */
  readonly effect?: 'between' | 'call';
  /**
   * Whether answers may arrive in one tick, as those of a client that reads several replies from one packet. Code that
   * awaits them then runs in turns.
   */
  readonly together?: boolean;
}

/** Longest text of a value in a step. */
const LONGEST = 40;

/** Returns a value as a short text on one line. */
export function shown(value: unknown): string {
  const words = text.inspect(value, { breakLength: Infinity, depth: 2, compact: true }).replaceAll('\n', ' ');
  return words.length <= LONGEST ? words : `${words.slice(0, LONGEST - 1)}…`;
}

export function callInWords(name: string, parameters: readonly unknown[]): string {
  return `${name}(${parameters.map(shown).join(', ')})`;
}

/** Returns the errors with which a call may fail. Undefined: an error that fits the call. */
export function errorsOf({ rejects = false }: OutsideSettings): readonly (Error | undefined)[] {
  if (typeof rejects === 'boolean') return rejects ? [undefined] : [];
  return [rejects].flat();
}

type Ways = readonly (() => void)[];

/** Returns a function that expects events; counterexamples show them at the current site. */
export function eventsOf(world: World): (...ways: Ways) => Expected {
  const { site } = current;
  return (...ways) =>
    world.loop.outside.expect(
      ...ways.map((event) =>
        keepingFrame(() => {
          current.site = site;
          event();
        }),
      ),
    );
}

/** A call that has been made. */
export interface StartedCall {
  readonly promise: object;
  /** Rejects the promise now, if it is not settled. The call may still take effect, if it has not. */
  readonly cancel: (reason: unknown) => void;
}

/**
 * Starts a call; `act` is its effect, and returns the answer. `failure`: the error if `rejects` names none.
 */
export function startCall(
  world: World,
  call: string,
  act: () => unknown,
  settings: OutsideSettings,
  failure: () => unknown = () => new Error(`${call} fails`),
): StartedCall {
  const { loses = false, effect = 'between', together = false } = settings;
  const { site } = current;
  const later = eventsOf(world);
  let cancel: StartedCall['cancel'] = () => undefined;
  const promise: object = new ModelPromise((resolve, reject) => {
    let next: Expected | undefined;
    let isActing = false;
    let isCancelled = false;
    const answer = (value: unknown) => (): void => {
      tellStep(world, `${call} answers ${shown(value)}`);
      resolve(value);
      if (together) world.loop.joinAnother();
    };
    const fail = (reason: () => unknown) => (): void => {
      tellStep(world, `${call} fails`);
      reject(reason());
      if (together) world.loop.joinAnother();
    };
    let isLost = false;
    const lose = (): void => {
      tellStep(world, `${call} gets no answer`);
      isLost = true;
      world.loop.outside.lost++;
    };
    const faults = [...errorsOf(settings).map((error) => fail(() => error ?? failure())), ...(loses ? [lose] : [])];
    const arrives = (...ways: Ways): void => {
      if (isCancelled) return;
      next = later(...ways);
      if (together) next.together = true;
    };
    const run = (): void => {
      isActing = true;
      const answers = SharedAnswers.of(world);
      const returns = (value: unknown): void => {
        answers.returned(call, value);
        arrives(answer(value), ...faults);
      };
      const throws = (error: unknown): void => arrives(fail(() => error));
      let result: unknown;
      answers.begins();
      try {
        result = act();
      } catch (error) {
        guard(error);
        throws(error);
        return;
      } finally {
        answers.ends();
      }
      if (!isObject(result) || !('then' in result)) returns(result);
      else (ModelPromise.resolve(result) as PromiseLike<unknown>).then(addSelfNoting(returns), addSelfNoting(throws));
    };
    const takeEffect = (): void => {
      tellStep(world, `${call} takes effect`);
      run();
    };
    cancel = (reason) => {
      // Settling the promise orders this with the answer.
      reject(reason);
      isCancelled = true;
      if (isLost) world.loop.outside.lost--;
      if (next !== undefined) world.loop.outside.drop(next);
      if (isActing) return;
      const never = (): void => {
        // Only after a cancellation this can happen.
        recording.segments?.writeAll(promise);
        tellStep(world, `${call} takes no effect`);
      };
      later(takeEffect, never);
    };
    tellStep(world, `${call} is called`);
    if (effect === 'call') run();
    // A failed call has had no effect, or it has one and no answer.
    else next = later(takeEffect, ...faults);
  });
  recording.segments?.started(promise, call, site);
  return { promise, cancel: (reason) => cancel(reason) };
}
