import type { Cell, CellSize, Limit, Site } from '@fencepost/core';
import { Cells, FencepostError } from '@fencepost/core';
import { hashOf } from '../../platform.js';
import type { Built } from '../../build/pipeline.js';
import type { Context } from './context.js';
import type { SavedObject } from '../objects/objects.js';
import { Objects } from '../objects/objects.js';
import type { SavedRemarks } from '../../runtime/base/run-notes.js';
import type { SavedOwnership } from './ownership.js';
import { Ownership } from './ownership.js';

/**
 * Facts learned about a program by running it: everything in `Context` that runs of threads change, as plain JSON.
 *
 * Not included: `beginning`, which main produces each time it runs, and main runs before all other threads; the
 * instances, which any thread can use; the number of cells made, which is only compared with itself. Words of memory
 * are also excluded: they may be numbers without meaning in another process (wide-words.ts, interned-states.ts).
 */
interface Knowledge {
  readonly version: 3;
  /** Identity of the program that the facts belong to. */
  readonly program: string;
  readonly objects: readonly SavedObject[];
  readonly cells: readonly Cell[];
  readonly divided: readonly Site[];
  /** The largest pieces of copies and fills, by their places. */
  readonly pieces?: readonly (readonly [string, CellSize])[];
  /** Keys of the requests for open bits, in the order of the threads that set them. */
  readonly choices: readonly string[];
  /** Addresses that atomic sections access, and those with intermediate states (`torn`). */
  readonly sections: readonly (readonly number[])[];
  readonly testSections: readonly (readonly [number, number])[];
  /** Addresses of synchronisation objects whose bytes no thread accesses. */
  readonly locks?: readonly number[];
  /** Handles of threads that use the clock. */
  readonly clockUsers?: readonly number[];
  /** Handles of threads that read the clock. `sleepers`: of those that sleep. */
  readonly clockReaders?: readonly number[];
  readonly sleepers?: readonly number[];
  readonly detachedByOthers?: readonly number[];
  readonly limits: readonly Limit[];
  readonly repeated: readonly (readonly [string, number])[];
  readonly nested: boolean;
  readonly startsAgain?: boolean;
  readonly ownership: SavedOwnership;
  readonly remarks: SavedRemarks;
}

/** Returns the facts learned so far; `restoreKnowledge` is the inverse. */
export function saveKnowledge(context: Context, built: Built): Knowledge {
  const { objects, cells, choices, limits, nested, sections } = context;
  return {
    version: 3,
    program: identity(context, built),
    objects: objects.save(),
    cells: cells.all().map((cell) => ({ ...cell })),
    divided: [...cells.divided.values()],
    pieces: cells.savedPieces(),
    choices: [...choices.keys()],
    sections: [[...sections.accessed], [...sections.torn]],
    testSections: [...context.testSections],
    locks: [...context.locks],
    clockUsers: [...context.clockUsers],
    clockReaders: [...context.clockReaders],
    sleepers: [...context.sleepers],
    detachedByOthers: [...context.detachedByOthers],
    limits: [...limits.values()],
    repeated: [...context.repeated],
    nested,
    startsAgain: context.startsAgain,
    ownership: context.ownership.save(),
    remarks: context.remarks.save(),
  };
}

/** Restores saved facts. The program must not have run yet, or must restart. */
export function restoreKnowledge(context: Context, built: Built, saved: unknown): void {
  if (!isKnowledge(saved)) throw bad('it was not saved by a compiled program');
  if (saved.program !== identity(context, built)) throw bad('it belongs to another program');
  context.objects = Objects.restored(saved.objects, context.image.end);
  context.cells = Cells.restored(saved.cells, saved.divided, true, saved.pieces);
  context.nested = saved.nested;
  context.startsAgain = saved.startsAgain === true;
  context.ownership = Ownership.restored(saved.ownership);
  context.choices.clear();
  saved.choices.forEach((key, i) => context.choices.set(key, i));
  [context.sections.accessed, context.sections.torn].forEach((places, i) => {
    places.clear();
    for (const place of saved.sections[i] ?? []) places.add(place);
  });
  context.testSections.clear();
  for (const [level, count] of saved.testSections) context.testSections.set(level, count);
  context.locks.clear();
  for (const lock of saved.locks ?? []) context.locks.add(lock);
  renew(context.clockUsers, saved.clockUsers);
  renew(context.clockReaders, saved.clockReaders);
  renew(context.sleepers, saved.sleepers);
  context.detachedByOthers.clear();
  for (const handle of saved.detachedByOthers ?? []) context.detachedByOthers.add(handle);
  context.remarks.restore(saved.remarks);
  context.limits.clear();
  for (const limit of saved.limits) context.limits.set(limit.what, limit);
  context.repeated.clear();
  for (const [what, times] of saved.repeated) context.repeated.set(what, times);
}

function renew(set: Set<number>, saved: readonly number[] = []): void {
  set.clear();
  for (const each of saved) set.add(each);
}

/**
 * Returns a hash of the build and the bounds. Addresses, labels and places belong to one build; the bounds decide where
 * loops are cut off and which bits are open.
 */
function identity(context: Context, { wasm }: Built): string {
  const known = identities.get(context);
  if (known !== undefined) return known;
  const { bounds, image } = context;
  const made = hashOf(wasm, JSON.stringify([image.tables, bounds]));
  identities.set(context, made);
  return made;
}

/** Cache of identities: hashing a module takes longer than saving the rest. */
const identities = new WeakMap<Context, string>();

const LISTS = ['objects', 'cells', 'divided', 'choices', 'sections', 'limits', 'repeated'] as const;

/**
 * Checks the outline only. A matching program hash shows that we saved the data, so its parts are not checked further.
 */
function isKnowledge(saved: unknown): saved is Knowledge {
  if (typeof saved !== 'object' || saved === null) return false;
  const { version, program, ...rest } = saved as Partial<Knowledge>;
  return version === 3 && typeof program === 'string' && LISTS.every((list) => Array.isArray(rest[list]));
}

function bad(reason: string): FencepostError {
  return new FencepostError('BAD_FRONTIER', `the saved search does not match the program: ${reason}`, {
    hint: 'resume with the same sources, flags, bounds and compiler, or start again',
  });
}
