import { SUSPENDED, current, theWorld } from '../world/running/current.js';
import { throwRejection, throwSoon } from '../world/running/thrown-later.js';
import { readClock } from '../synchronisation/clock.js';
import { goingRound, setTimer } from '../async/timers.js';

type Listener = ((event: unknown) => unknown) | { handleEvent(event: unknown): unknown };
type Method = (this: unknown, ...given: readonly unknown[]) => unknown;

/** Wrappers by listener. A listener always has the same wrapper, so that it can be removed by reference. */
const wrappers = new WeakMap<Listener, (event: unknown) => void>();

/** Returns the wrapper of a listener. In a world, the wrapper itself throws nothing: errors are thrown later. */
function wrapperOf(listener: Listener): (event: unknown) => void {
  let wrapper = wrappers.get(listener);
  if (wrapper === undefined) {
    wrapper = function (this: unknown, event: unknown): void {
      try {
        const result: unknown =
          typeof listener === 'function' ? Reflect.apply(listener, this, [event]) : listener.handleEvent(event);
        if (current.world !== undefined) throwRejection(result);
      } catch (error) {
        if (current.world === undefined) throw error;
        if (error !== SUSPENDED) throwSoon(error);
      }
    };
    wrappers.set(listener, wrapper);
  }
  return wrapper;
}

const isListener = (value: unknown): value is Listener =>
  typeof value === 'function' || (typeof value === 'object' && value !== null && 'handleEvent' in value);

function replaceMethod(name: string, replacement: (native: Method) => Method): void {
  const descriptor = Object.getOwnPropertyDescriptor(EventTarget.prototype, name)!;
  const value = replacement(descriptor.value as Method);
  Object.defineProperty(EventTarget.prototype, name, { ...descriptor, value });
}

/**
 * Prepares the process: wraps listeners that worlds add to Node's event targets, and makes the timeouts of abort
 * signals virtual.
 */
export function installEventTargets(): void {
  replaceMethod('addEventListener', (native) => {
    return function addEventListener(type, listener, ...rest) {
      const isOurs = current.world !== undefined && isListener(listener);
      return Reflect.apply(native, this, [type, isOurs ? wrapperOf(listener) : listener, ...rest]);
    };
  });
  replaceMethod('removeEventListener', (native) => {
    return function removeEventListener(type, listener, ...rest) {
      const wrapper = isListener(listener) ? wrappers.get(listener) : undefined;
      if (wrapper !== undefined) Reflect.apply(native, this, [type, wrapper, ...rest]);
      return Reflect.apply(native, this, [type, listener, ...rest]);
    };
  });
  replaceMethod('dispatchEvent', (native) => {
    return function dispatchEvent(...given) {
      const result = Reflect.apply(native, this, given);
      current.run?.caught();
      return result;
    };
  });
  replaceTimeStamp();
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  AbortSignal.timeout = (delay) => (current.world === undefined ? timeout(delay) : virtualTimeout(delay));
}

const stamps = new WeakMap<object, number>();

/** Makes time stamps of events virtual: the time at which the stamp is first read. */
function replaceTimeStamp(): void {
  const descriptor = Object.getOwnPropertyDescriptor(Event.prototype, 'timeStamp')!;
  const native = Reflect.get(descriptor, 'get') as Method;
  Object.defineProperty(Event.prototype, 'timeStamp', {
    ...descriptor,
    get(this: object): unknown {
      const stamp: unknown = Reflect.apply(native, this, []);
      if (current.world === undefined) return stamp;
      let virtual = stamps.get(this);
      if (virtual === undefined) stamps.set(this, (virtual = readClock()));
      return virtual;
    },
  });
}

/** Returns a signal that aborts after a delay in virtual time. Its timer does not keep the event loop alive. */
function virtualTimeout(delay: number): AbortSignal {
  const { loop } = theWorld();
  const controller = new AbortController();
  const reason = new DOMException('The operation was aborted due to timeout', 'TimeoutError');
  const id = setTimer(
    goingRound(() => controller.abort(reason)),
    delay,
    false,
  );
  loop.timer(id)!.keepsAlive = false;
  return controller.signal;
}
