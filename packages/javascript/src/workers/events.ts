import { EventEmitter } from '#host/emitter';
import { theWorld } from '../world/running/current.js';
import { guard } from '../world/running/guard.js';
import { throwRejection, throwSoon } from '../world/running/thrown-later.js';
import { addOwnClasses } from '../world/objects/own-classes.js';

/** An event as passed to web listeners. */
export class MessageEvent {
  readonly type: string;
  readonly data: unknown;
  readonly ports: readonly object[];
  readonly origin = '';
  readonly lastEventId = '';
  readonly source = null;
  readonly timeStamp = 0;
  readonly target: object | null;
  readonly currentTarget: object | null;
  defaultPrevented = false;
  #stopped = false;

  constructor(
    type: string,
    init: { readonly data?: unknown; readonly ports?: readonly object[] } = {},
    target: object | null = null,
  ) {
    this.type = type;
    this.data = init.data ?? null;
    this.ports = init.ports ?? [];
    this.target = target;
    this.currentTarget = target;
  }

  preventDefault(): void {
    this.defaultPrevented = true;
  }

  composedPath(): readonly object[] {
    return this.target === null ? [] : [this.target];
  }

  stopPropagation(): void {
    // Ports and workers have no parent to propagate to.
  }

  /** Skips the listeners that have not been called yet. */
  stopImmediatePropagation(): void {
    this.#stopped = true;
  }

  static isStopped(event: unknown): boolean {
    return event instanceof MessageEvent && event.#stopped;
  }
}
Object.defineProperty(MessageEvent.prototype, Symbol.toStringTag, { value: 'MessageEvent', configurable: true });

type NodeListener = (...values: unknown[]) => unknown;
type WebListener = ((event: unknown) => unknown) | { handleEvent(event: unknown): unknown };

/**
 * An emitter of messages and other events, for Node's listeners (`on`) and the web's (`addEventListener`, `onmessage`),
 * like Node's own message ports, in the order in which they were added.
 */
export class Target extends EventEmitter {
  /** Wrappers of the web's listeners, by type. */
  readonly #wrappers = new Map<string, Map<WebListener, NodeListener>>();
  readonly #handlers = new Map<string, { readonly handler: unknown; readonly listener: NodeListener }>();
  #event: unknown;

  constructor() {
    super();
    this.setMaxListeners(0);
  }

  /**
   * Called when a listener was added. `startsPorts` is false for `addEventListener`, which does not start ports in
   * browsers.
   */
  protected listened(_type: string, _startsPorts: boolean): void {
    // A hook for subclasses.
  }

  /** Called when a listener was removed. */
  protected unlistened(_type: string): void {
    // A hook for subclasses.
  }

  override on(type: string | symbol, listener: NodeListener): this {
    super.on(type, listener);
    this.listened(String(type), true);
    return this;
  }

  override addListener(type: string | symbol, listener: NodeListener): this {
    return this.on(type, listener);
  }

  override prependListener(type: string | symbol, listener: NodeListener): this {
    super.prependListener(type, listener);
    this.listened(String(type), true);
    return this;
  }

  override off(type: string | symbol, listener: NodeListener): this {
    super.off(type, listener);
    this.unlistened(String(type));
    return this;
  }

  override removeListener(type: string | symbol, listener: NodeListener): this {
    super.removeListener(type, listener);
    this.unlistened(String(type));
    return this;
  }

  addEventListener(type: string, listener: WebListener | null, options?: boolean | { readonly once?: boolean }): void {
    if (listener === null) return;
    const ofType = this.#wrappers.get(type) ?? new Map<WebListener, NodeListener>();
    this.#wrappers.set(type, ofType);
    if (ofType.has(listener)) return;
    const isOnce = typeof options === 'object' && options.once === true;
    const wrapper = (): unknown => {
      if (isOnce) this.removeEventListener(type, listener);
      return this.#call(listener);
    };
    ofType.set(listener, wrapper);
    super.on(type, wrapper);
    this.listened(type, false);
  }

  removeEventListener(type: string, listener: WebListener | null): void {
    const wrapper = listener === null ? undefined : this.#wrappers.get(type)?.get(listener);
    if (listener === null || wrapper === undefined) return;
    this.#wrappers.get(type)?.delete(listener);
    this.off(type, wrapper);
  }

  dispatchEvent(event: { readonly type: string; readonly defaultPrevented?: boolean }): boolean {
    this.#emitWith(event, event.type, event);
    return event.defaultPrevented !== true;
  }

  /** Notifies all listeners: Node's listeners get the data, web listeners an event. */
  tell(type: string, data?: unknown, ports: readonly object[] = []): void {
    this.#emitWith(new MessageEvent(type, { data, ports }, this), type, data);
  }

  /** Returns the handler, as in `onmessage`. */
  handler(type: string): unknown {
    return this.#handlers.get(type)?.handler ?? null;
  }

  setHandler(type: string, handler: unknown): void {
    const before = this.#handlers.get(type);
    this.#handlers.delete(type);
    if (typeof handler !== 'function') {
      if (before !== undefined) this.off(type, before.listener);
      return;
    }
    if (before !== undefined) super.off(type, before.listener);
    const listener = (): unknown => this.#call(handler as (event: unknown) => unknown);
    this.#handlers.set(type, { handler, listener });
    super.on(type, listener);
    this.listened(type, true);
  }

  #emitWith(event: unknown, type: string, value: unknown): void {
    const outer = this.#event;
    this.#event = event;
    this.notify(type, value);
    this.#event = outer;
  }

  /** Calls the listeners. */
  protected notify(type: string, value: unknown): void {
    this.emit(type, value);
  }

  /** Whether listeners that have not been called yet are skipped. */
  protected get isStopped(): boolean {
    return MessageEvent.isStopped(this.#event);
  }

  #call(listener: WebListener): unknown {
    if (this.isStopped) return undefined;
    return typeof listener === 'function' ? listener.call(this, this.#event) : listener.handleEvent(this.#event);
  }
}

/**
 * A class that Node implements as an event target, not as an emitter: an exception in a listener does not reach other
 * listeners.
 */
export class NodeTarget extends Target {
  protected override notify(type: string, value: unknown): void {
    if (isOfBrowser()) {
      super.notify(type, value);
      return;
    }
    for (const listener of this.rawListeners(type)) {
      if (this.isStopped) return;
      try {
        throwRejection(Reflect.apply(listener, this, [value]));
      } catch (error) {
        guard(error);
        throwSoon(error);
      }
    }
  }
}

/** Returns whether the running thread is a worker of a browser. */
export function isOfBrowser(): boolean {
  return theWorld().role.kind === 'web worker';
}

/** Defines properties such as `onmessage`. */
export function defineHandlers(prototype: Target, types: readonly string[]): void {
  for (const type of types) {
    Object.defineProperty(prototype, `on${type}`, {
      get(this: Target) {
        return this.handler(type);
      },
      set(this: Target, handler: unknown) {
        this.setHandler(type, handler);
      },
      configurable: true,
    });
  }
}

addOwnClasses(MessageEvent, Target, NodeTarget);
