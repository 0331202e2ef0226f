/*
 * Prepares the realm of a worker in which programs are checked, before anything else is loaded there. A program is to
 * find what it finds in Node, so that its verdict is the same; and what browsers offer besides, Node's front end does not
 * know, and could not make visible.
 */

const { construct, get, ownKeys, getPrototypeOf, getOwnPropertyDescriptor, deleteProperty } = Reflect;

/** Globals of the language. */
const LANGUAGE = `
  AggregateError Array ArrayBuffer AsyncDisposableStack Atomics BigInt BigInt64Array BigUint64Array Boolean DataView Date
  DisposableStack Error EvalError FinalizationRegistry Float16Array Float32Array Float64Array Function Infinity Int16Array
  Int32Array Int8Array Intl Iterator JSON Map Math NaN Number Object Promise Proxy RangeError ReferenceError Reflect RegExp
  Set SharedArrayBuffer String SuppressedError Symbol SyntaxError Temporal TypeError URIError Uint16Array Uint32Array
  Uint8Array Uint8ClampedArray WeakMap WeakRef WeakSet decodeURI decodeURIComponent encodeURI encodeURIComponent escape
  eval globalThis isFinite isNaN parseFloat parseInt undefined unescape`;

/** Globals of browsers that Node has as well, and that a check may use; for others, worlds have their own. */
const COMMON = `
  AbortController AbortSignal Blob CompressionStream CustomEvent DOMException DecompressionStream Event EventTarget File Headers ReadableStream Request Response TextDecoder
  TextEncoder TransformStream URL URLSearchParams WebAssembly WritableStream atob btoa clearInterval clearTimeout console
  crypto performance queueMicrotask
  setInterval setTimeout structuredClone`;

const KEPT: ReadonlySet<PropertyKey> = new Set(`${LANGUAGE} ${COMMON}`.trim().split(/\s+/));

/** Pages that are not isolated have no such global, but the class is there. It takes no memory. */
function findSharedArrayBuffer(): void {
  const { Memory } = get(globalThis, 'WebAssembly') as {
    readonly Memory: new (limits: object) => { readonly buffer: SharedArrayBuffer };
  };
  const value = new Memory({ initial: 0, maximum: 0, shared: true }).buffer.constructor;
  Object.defineProperty(globalThis, 'SharedArrayBuffer', { value, writable: true, configurable: true });
}

const proxies = new WeakSet<object>();
const note = proxies.add.bind(proxies);
/** Was it made by `Proxy`? The language does not tell. */
export const isProxy = proxies.has.bind(proxies) as (value: unknown) => boolean;

/** Replaces `Proxy` by one that remembers what it made. */
function noteProxies(): void {
  const native = Proxy;
  const revocable = native.revocable.bind(native);
  const noting: ProxyConstructor = new native(native, {
    construct: (target, args: readonly unknown[], newTarget) => {
      const made = construct(target, args, newTarget === noting ? target : newTarget) as object;
      note(made);
      return made;
    },
    get: (target, key) => (key === 'revocable' ? notingRevocable : (get(target, key) as unknown)),
  });
  const notingRevocable = (target: object, handler: object): ReturnType<typeof revocable> => {
    const made = revocable(target, handler);
    note(made.proxy);
    return made;
  };
  globalThis.Proxy = noting;
}

/** What is no property of the global object itself has it from its classes. */
function removeOthers(): void {
  const last = EventTarget.prototype;
  for (let owner: object | null = globalThis; owner !== null && owner !== last; owner = getPrototypeOf(owner)) {
    for (const key of ownKeys(owner)) {
      if (KEPT.has(key) || key === 'constructor' || typeof key === 'symbol') continue;
      if (getOwnPropertyDescriptor(owner, key)?.configurable === true) deleteProperty(owner, key);
    }
  }
}

/** In Node, where tests load these modules, the realm is not ours. */
if ('importScripts' in globalThis) {
  findSharedArrayBuffer();
  noteProxies();
  removeOthers();
}
