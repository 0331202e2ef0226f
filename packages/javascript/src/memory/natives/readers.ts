import { modules } from '#host/modules';
import { readers } from '#host/readers';
import { text } from '#host/text';
import { current } from '../../world/running/current.js';
import { refused } from '../../world/running/unsupported.js';
import { bytesOf } from '../views/ranges.js';
import { callNative, replace } from '../views/replace.js';
import type { SharedView } from '../views/views.js';
import { shared } from '../views/views.js';
import { seeWithin, sharedWithin } from '../views/find-shared-memory.js';

/** Functions that print the first elements of their arguments. */
const PRINTERS = ['inspect', 'format', 'formatWithOptions'];
const MOST_SHOWN = 100;

/** Lets threads pass views of shared memory to functions that read: the memory is first read visibly. */
export function installReaders(): void {
  for (const [owner, names] of readers.all) for (const name of names) readVisibly(owner, name, Infinity);
  const { inspect } = text;
  for (const name of PRINTERS) readVisibly(text, name, MOST_SHOWN);
  // The original has own properties, such as `inspect.custom`.
  const properties = Object.entries(Object.getOwnPropertyDescriptors(inspect));
  for (const [name, property] of properties) {
    if (Object.hasOwn(text.inspect, name)) continue;
    Object.defineProperty(text.inspect, name, name === 'defaultOptions' ? unchanged(property) : property);
  }
  // For code that imports single functions.
  modules.syncExports();
}

/** Refuses to let a program change options of the whole process, which its next run would see. */
function unchanged(property: PropertyDescriptor): PropertyDescriptor {
  const refuse = refused('changing util.inspect.defaultOptions', 'pass options to util.inspect');
  return {
    ...property,
    get(): unknown {
      const options = property.get?.call(this) as object;
      if (current.world === undefined) return options;
      return new Proxy({ ...options }, { set: refuse, defineProperty: refuse, deleteProperty: refuse });
    },
    set(value: unknown) {
      if (current.world === undefined) property.set?.call(this, value);
      else refuse();
    },
  };
}

function readVisibly(owner: object, name: string, most: number): void {
  replace(owner, name, (native, self, args) => {
    if (sharedWithin(args).length === 0) return undefined;
    return { result: callNative(native, self, unsharedArguments(args, most)) };
  });
}

/**
 * Returns arguments for a native that reads: copies of shared views. Views within other objects remain, after `most`
 * elements of each have been read visibly.
 */
export function unsharedArguments(args: readonly unknown[], most = Infinity): readonly unknown[] {
  return args.map((value) => {
    const view = shared(value);
    if (view === undefined) seeWithin([value], most);
    return view === undefined ? value : copyOf(view, most);
  });
}

function copyOf(view: SharedView, most: number): unknown {
  const Kind = view.kind?.make ?? DataView;
  const bytes = bytesOf(view, most * (view.kind?.size ?? 1));
  // The view may be a Buffer.
  return Object.setPrototypeOf(new Kind(bytes.buffer), Object.getPrototypeOf(view.view) as object);
}
