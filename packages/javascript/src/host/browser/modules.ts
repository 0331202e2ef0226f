import type { NativeModules } from '../host.js';
import { assert } from './assert.js';

/** Names of Node's modules, except those that require the prefix `node:`. */
const BUILTIN: ReadonlySet<string> = new Set(
  `assert assert/strict async_hooks buffer child_process cluster console constants crypto dgram diagnostics_channel dns
  dns/promises domain events fs fs/promises http http2 https inspector inspector/promises module net os path path/posix
  path/win32 perf_hooks process punycode querystring readline readline/promises repl stream stream/consumers
  stream/promises stream/web string_decoder sys timers timers/promises tls trace_events tty url util util/types v8 vm wasi
  worker_threads zlib`.split(/\s+/),
);

/**
 * Returns a namespace object with getters, because the exports are replaced by functions that read shared memory
 * visibly.
 */
function namespaceOf(exports: object): object {
  const namespace = Object.defineProperty({}, 'default', { value: exports, enumerable: true });
  for (const name of Object.keys(exports)) {
    Object.defineProperty(namespace, name, { get: () => Reflect.get(exports, name) as unknown, enumerable: true });
  }
  return namespace;
}

/** Modules of Node that are available in browsers, in the form they have in Node. */
const OFFERED: ReadonlyMap<string, object> = new Map([
  ['assert', assert],
  ['assert/strict', assert.strict],
]);
const namespaces = new Map([...OFFERED].map(([name, exports]) => [name, namespaceOf(exports)]));

const nameOf = (id: string): string => id.replace(/^node:/, '');

function offered<T>(from: ReadonlyMap<string, T>, id: string): T {
  const found = from.get(nameOf(id));
  if (found === undefined) throw new Error('it does not exist in browsers');
  return found;
}

export const modules: NativeModules = {
  isBuiltin: (specifier) => specifier.startsWith('node:') || BUILTIN.has(specifier),
  importModule: (id) => new Promise((resolve) => resolve(offered(namespaces, id))),
  requireFrom: (_file, id) => offered(OFFERED, id),
  exportsOf: (specifier) => OFFERED.get(nameOf(specifier)),
  syncExports: () => undefined,
  ownExports: {},
  hints: {
    missing: 'Packages are not available here: check the program with the command line.',
    unusable: 'Only a few Node modules are available here: check the program with the command line.',
  },
};
