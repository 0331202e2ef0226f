/*
 * Node's `EventEmitter`: its methods, and the properties that store its listeners, because the detection of waiting
 * loops compares them.
 */

type Listener = (...values: unknown[]) => unknown;
type Wrapper = Listener & { readonly listener?: Listener };
type Events = Record<PropertyKey, Wrapper | Wrapper[]>;

const DEFAULT_MOST = 10;
const errorMonitor = Symbol('events.errorMonitor');
const captureRejectionSymbol = Symbol.for('nodejs.rejection');

function requireListener(listener: unknown): asserts listener is Listener {
  if (typeof listener === 'function') return;
  const message = `The "listener" argument must be of type function. Received ${String(listener)}`;
  throw Object.assign(new TypeError(message), { code: 'ERR_INVALID_ARG_TYPE' });
}

const listOf = (found: Wrapper | readonly Wrapper[] | undefined): readonly Wrapper[] =>
  found === undefined ? [] : typeof found === 'function' ? [found] : found;

export class EventEmitter {
  static readonly defaultMaxListeners: number = DEFAULT_MOST;
  static readonly errorMonitor = errorMonitor;
  static readonly captureRejectionSymbol = captureRejectionSymbol;
  _events: Events = Object.create(null) as Events;
  _eventsCount = 0;
  _maxListeners: number | undefined = undefined;

  emit(type: string | symbol, ...values: unknown[]): boolean {
    if (type === 'error' && this._events[errorMonitor] !== undefined) this.emit(errorMonitor, ...values);
    const listeners = listOf(this._events[type]);
    if (listeners.length === 0 && type === 'error') throw unhandled(values[0]);
    for (const listener of [...listeners]) Reflect.apply(listener, this, values);
    return listeners.length > 0;
  }

  on(type: string | symbol, listener: Listener): this {
    return this.#add(type, listener, false);
  }

  addListener(type: string | symbol, listener: Listener): this {
    return this.#add(type, listener, false);
  }

  prependListener(type: string | symbol, listener: Listener): this {
    return this.#add(type, listener, true);
  }

  once(type: string | symbol, listener: Listener): this {
    requireListener(listener);
    return this.on(type, this.#onceOnly(type, listener));
  }

  prependOnceListener(type: string | symbol, listener: Listener): this {
    requireListener(listener);
    return this.prependListener(type, this.#onceOnly(type, listener));
  }

  off(type: string | symbol, listener: Listener): this {
    return this.removeListener(type, listener);
  }

  removeListener(type: string | symbol, listener: Listener): this {
    requireListener(listener);
    const found = this._events[type];
    const listeners = listOf(found);
    const at = listeners.findLastIndex((each) => each === listener || each.listener === listener);
    if (at === -1) return this;
    const removed = listeners[at]!;
    // Removes in place, as in Node: code that is iterating over the list sees the change.
    if (Array.isArray(found)) found.splice(at, 1);
    this.#set(type, Array.isArray(found) ? found : []);
    if (this._events['removeListener'] !== undefined) {
      this.emit('removeListener', type, Array.isArray(found) ? listener : (removed.listener ?? listener));
    }
    return this;
  }

  removeAllListeners(type?: string | symbol): this {
    if (this._events['removeListener'] === undefined) {
      for (const each of type === undefined ? this.eventNames() : [type]) this.#set(each, []);
    } else if (type === undefined) {
      for (const each of this.eventNames()) if (each !== 'removeListener') this.removeAllListeners(each);
      this.removeAllListeners('removeListener');
    } else {
      const listeners = listOf(this._events[type]);
      for (let i = listeners.length - 1; i >= 0; i--) this.removeListener(type, listeners[i]!);
    }
    return this;
  }

  listeners(type: string | symbol): Listener[] {
    return listOf(this._events[type]).map((each) => each.listener ?? each);
  }

  rawListeners(type: string | symbol): Listener[] {
    return [...listOf(this._events[type])];
  }

  listenerCount(type: string | symbol, listener?: Listener): number {
    const all = listOf(this._events[type]);
    if (listener === undefined) return all.length;
    return all.filter((each) => each === listener || each.listener === listener).length;
  }

  eventNames(): (string | symbol)[] {
    return Reflect.ownKeys(this._events);
  }

  setMaxListeners(most: number): this {
    this._maxListeners = most;
    return this;
  }

  getMaxListeners(): number {
    return this._maxListeners ?? DEFAULT_MOST;
  }

  #add(type: string | symbol, listener: Listener, first: boolean): this {
    requireListener(listener);
    if (this._events['newListener'] !== undefined) {
      this.emit('newListener', type, (listener as Wrapper).listener ?? listener);
    }
    const listeners = listOf(this._events[type]);
    this.#set(type, first ? [listener, ...listeners] : [...listeners, listener]);
    return this;
  }

  #set(type: string | symbol, listeners: Wrapper[]): void {
    if (listeners.length > 0) this._events[type] = listeners.length === 1 ? listeners[0]! : listeners;
    else Reflect.deleteProperty(this._events, type);
    this._eventsCount = Reflect.ownKeys(this._events).length;
  }

  #onceOnly(type: string | symbol, listener: Listener): Wrapper {
    let fired = false;
    const wrapper = (...values: unknown[]): unknown => {
      if (fired) return undefined;
      fired = true;
      this.removeListener(type, wrapper);
      return Reflect.apply(listener, this, values);
    };
    return Object.assign(wrapper, { listener });
  }
}

function unhandled(error: unknown): unknown {
  if (error instanceof Error) return error;
  const message = `Unhandled error. (${typeof error === 'string' ? `'${error}'` : String(error)})`;
  return Object.assign(new Error(message), { code: 'ERR_UNHANDLED_ERROR', context: error });
}

/** Exports of `node:events`; `once` and `on` are provided by worlds. */
export const eventsExports: object = {
  EventEmitter,
  errorMonitor,
  captureRejectionSymbol,
  defaultMaxListeners: DEFAULT_MOST,
};
