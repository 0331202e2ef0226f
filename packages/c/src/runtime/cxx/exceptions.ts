import type { Site } from '@fencepost/core';
import { demangle } from '../../demangle.js';
import { functions } from '../base/define.js';
import type { Steps, ThreadServices } from '../base/services.js';

/** `std::terminate`: an exception has no handler, or a forbidden action has happened. */
function* terminate(
  thread: ThreadServices,
  site: Site | undefined,
  thrown: number,
  type: number,
  what: number,
  why: number,
): Steps<never> {
  const parts = [];
  if (type !== 0) {
    const text = what === 0 ? '' : `: ${yield* thread.readString(what, site)}`;
    parts.push(`uncaught ${typeName(yield* thread.readString(type, site))}${text}`);
  }
  if (why !== 0) parts.push(yield* thread.readString(why, site));
  const message = ['std::terminate()', parts.join('; ')].filter((part) => part !== '').join(': ');
  throw Object.assign(new Error(message), { site: thread.raisedAt(thrown) ?? site });
}

const BUILT_IN: Readonly<Record<string, string>> = {
  b: 'bool',
  c: 'char',
  d: 'double',
  f: 'float',
  i: 'int',
  j: 'unsigned',
  l: 'long',
  m: 'unsigned long',
  x: 'long long',
  y: 'unsigned long long',
};

/** Demangles a type to the user's notation, in the common cases. */
function typeName(mangled: string): string {
  if (mangled.startsWith('PK')) return `const ${typeName(mangled.slice(2))} *`;
  if (mangled.startsWith('P')) return `${typeName(mangled.slice(1))} *`;
  if (mangled.startsWith('NSt7__cxx1112basic_stringIc')) return 'std::string';
  const name = mangled.replace(/^\*/, '');
  const known = BUILT_IN[name] ?? demangle(`_Z${name}`);
  return known.startsWith('_Z') ? name : known;
}

/**
 * Functions of the C++ runtime (library/sources/exceptions.ts) implemented here: unwinding, and the end of the program.
 */
export const exceptions = functions({
  /** Never fails: exceptions have memory of their own when no memory is left, as in libstdc++. */
  __fp_allocate: (thread, site, bytes) => thread.allocate(bytes, site),
  /** Called before an exception is thrown. Returns whether calls can be left. If not, there is no handler. */
  __fp_unwinds: (thread) => (thread.unwinds ? 1 : 0),
  __fp_raise: (thread, site, thrown) => {
    thread.raise(thrown, site);
  },
  __fp_terminate: terminate,
});
