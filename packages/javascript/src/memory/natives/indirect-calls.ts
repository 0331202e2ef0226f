import { current } from '../../world/running/current.js';
import { noteBound } from './bound-functions.js';
import { standInFor, visibleArguments } from './constructors.js';
import type { Native } from '../views/replace.js';
import { callNative, disguised, method, replace } from '../views/replace.js';
import { snapshot } from '../views/elements.js';
import { standIn } from '../views/stand-in.js';
import { shared, visible } from '../views/views.js';
import { seeWithin } from '../views/find-shared-memory.js';
import { isObject } from '../../world/objects/is-object.js';

/** Array natives that accept anything with a length and elements. */
const generics = new Set<unknown>(
  Object.getOwnPropertyNames(Array.prototype)
    .filter((name) => name !== 'constructor' && name !== 'length' && name !== 'toString')
    .map((name) => Reflect.get(Array.prototype, name) as unknown),
);
generics.add(Array.prototype[Symbol.iterator]);

/** Visibly reads a shared view that serves as an argument list. */
function argumentsOf(list: unknown): unknown {
  const view = visible(list);
  return view?.kind === undefined ? list : snapshot(view);
}

/** `Array.prototype.slice.call(view)`: passes the native an object whose elements it reads visibly. */
function callGeneric(native: Native, self: unknown, args: ArrayLike<unknown>): unknown {
  const view = shared(self)!;
  const proxy = standIn(view);
  const back = (value: unknown): unknown => (value === proxy ? self : value);
  const wrap = (value: unknown): unknown =>
    typeof value === 'function'
      ? function (this: unknown, ...inner: readonly unknown[]): unknown {
          return callNative(value, this, inner.map(back));
        }
      : value;
  return back(callNative(native, proxy, Array.from(args, wrap)));
}

function isGenericOnView(callee: unknown, self: unknown): boolean {
  return current.run !== undefined && ArrayBuffer.isView(self) && generics.has(callee) && shared(self) !== undefined;
}

function replaceCalls(): void {
  const { prototype } = Function;
  const define = (key: string, replacement: Native): void => {
    const native = Reflect.get(prototype, key) as Native;
    Object.defineProperty(prototype, key, {
      value: disguised(native, replacement),
      writable: true,
      configurable: true,
    });
  };
  const nativeApply = Reflect.get(prototype, 'apply') as Native;
  define(
    'call',
    method((callee, [self, ...args]) => {
      return isGenericOnView(callee, self)
        ? callGeneric(callee as Native, self, args)
        : callNative(callee as Native, self, args);
    }),
  );
  define(
    'apply',
    method((callee, [self, list]) => {
      const args = argumentsOf(list);
      if (isGenericOnView(callee, self)) return callGeneric(callee as Native, self, (args ?? []) as ArrayLike<unknown>);
      return callNative(nativeApply, callee, [self, args]);
    }),
  );
  const nativeBind = Reflect.get(prototype, 'bind') as Native;
  define(
    'bind',
    method((callee, [self, ...args]) => {
      // Whether a thread makes the call is known only at the call.
      const isGeneric = current.world !== undefined && generics.has(callee) && shared(self) !== undefined;
      const bound = callNative(nativeBind, standInFor(callee), [self, ...args]);
      if (current.world !== undefined) noteBound(bound as object, callee as object);
      if (!isGeneric) return bound;
      return disguised(
        bound as Native,
        method((_self, more) => {
          const given = [...args, ...more];
          const isVisible = isGenericOnView(callee, self);
          return isVisible ? callGeneric(callee as Native, self, given) : callNative(callee as Native, self, given);
        }),
      );
    }),
  );
  replace(Reflect, 'apply', (native, _reflect, [callee, self, list]) => {
    const args = argumentsOf(list);
    if (isGenericOnView(callee, self))
      return { result: callGeneric(callee as Native, self, args as ArrayLike<unknown>) };
    return { result: callNative(native, Reflect, [callee, self, args]) };
  });
  replace(Reflect, 'construct', (native, _reflect, [constructor, list, ...rest]) => {
    const given = argumentsOf(list);
    const args = isObject(given) ? visibleArguments(constructor, Array.from(given as ArrayLike<unknown>)) : given;
    return { result: callNative(native, Reflect, [constructor, args, ...rest]) };
  });
}

/** `JSON.stringify`, which may find shared views anywhere in its argument. */
function replaceStringify(): void {
  const visibly = (value: unknown): unknown => {
    const view = shared(value);
    return view?.kind === undefined ? value : standIn(view);
  };
  replace(JSON, 'stringify', (native, self, [value, replacer, ...rest]) => {
    // With a list of names, no replacer function can be passed: only the value itself gets a stand-in.
    if (Array.isArray(replacer)) {
      if (shared(value) === undefined) seeWithin([value]);
      return { result: callNative(native, self, [visibly(value), replacer, ...rest]) };
    }
    const replaceVisibly = function (this: unknown, key: string, inner: unknown): unknown {
      return visibly(typeof replacer === 'function' ? callNative(replacer, this, [key, inner]) : inner);
    };
    return { result: callNative(native, self, [value, replaceVisibly, ...rest]) };
  });
}

/** Replaces natives that iterate over the properties of their arguments. */
function replaceObjectFunctions(): void {
  const onStandIns = (owner: object, name: string): void =>
    replace(owner, name, (native, self, args) => {
      if (!args.some((arg) => shared(arg)?.kind !== undefined)) return undefined;
      const proxied = args.map((arg) => {
        const view = shared(arg);
        return view === undefined ? arg : standIn(view);
      });
      const result = callNative(native, self, proxied);
      return { result: result === proxied[0] ? args[0] : result };
    });
  for (const name of ['entries', 'values', 'assign']) onStandIns(Object, name);
  replaceStringify();
  // `concat` reads only list arguments, and the property that marks them.
  replace(Array.prototype, 'concat', (native, self, args) => {
    if (!args.some((arg) => shared(arg)?.kind !== undefined)) return undefined;
    const list = (arg: unknown): unknown => {
      const view = shared(arg);
      const isList = view?.kind !== undefined && Boolean(Reflect.get(view.view, Symbol.isConcatSpreadable));
      return isList ? Array.from(snapshot(view) as Iterable<unknown>) : arg;
    };
    return { result: callNative(native, self, args.map(list)) };
  });
  replace(String, 'raw', (native, self, [strings, ...rest]) => {
    const view = shared((strings as { readonly raw?: unknown } | null | undefined)?.raw);
    return view?.kind && { result: callNative(native, self, [{ raw: standIn(view) }, ...rest]) };
  });
}

/** Replaces `call`, `apply` and functions of `Object`, so that they handle natives passed to them. */
export function replaceIndirectCalls(): void {
  replaceCalls();
  replaceObjectFunctions();
}
