import { readers } from '#host/readers';
import type { FinalView } from '@fencepost/core';
import { isCheckFailed } from '@fencepost/core';
import type { Context } from '../world/context/context.js';
import { outerNamesOf } from '../world/objects/closed-checks.js';
import type { ThreadOutcome } from '../runtime/replayed-thread.js';
import { isNativeView, isSharedBuffer } from '../memory/views/views.js';
import { isObject } from '../world/objects/is-object.js';
import type { Defined } from './defined.js';

/**
 * Returns whether the checks at the end depend only on memory and the results of threads. Then they give the same
 * verdict whenever these are equal, whatever the execution. This holds if all names they use refer to primitive
 * constants, views of shared memory, Node's assertions, or globals.
 */
export function followsFromEnd({ afters, threads }: Defined): boolean {
  if (threads.some((thread) => !('body' in thread))) return false;
  return afters.every((check) => {
    const names = outerNamesOf(check);
    if (names === undefined) return false;
    return names.constants().every(isFixed) && valuesOf(names.imports)?.every(isAssertion) === true;
  });
}

/** Returns undefined if an import exists only in a world, as exports of test runners do. */
function valuesOf(imports: () => readonly unknown[]): readonly unknown[] | undefined {
  try {
    return imports();
  } catch {
    return undefined;
  }
}

/** Returns whether no thread can change the value, apart from the content of memory. */
function isFixed(value: unknown): boolean {
  if (!isObject(value)) return true;
  return isSharedBuffer(value) ? Reflect.ownKeys(value).length === 0 : isNativeView(value);
}

const assertions = new Set(readers.assertions);

function isAssertion(value: unknown): boolean {
  return assertions.has(value);
}

type Verdict = { readonly failure: unknown } | 'passed';

/** Checks each distinct end only once. A failed check fails in the same way each time. */
export function oncePerEnd(
  context: Context,
  { threads }: Defined,
  check: (final: FinalView) => void,
): (final: FinalView) => void {
  const known = new Map<string, Verdict>();
  return (final) => {
    const outcomes = threads.map((_, i) => final.outcome(i) as ThreadOutcome | undefined);
    const results = context.marksViews ? undefined : resultsText(outcomes);
    if (results === undefined) {
      check(final);
      return;
    }
    const key = `${memoryText(context, final)} ${results}`;
    let verdict = known.get(key);
    if (verdict === undefined) known.set(key, (verdict = verdictOf(check, final)));
    if (verdict !== 'passed') throw verdict.failure;
  };
}

/**
 * Returns the verdict of a check. Fencepost's own errors are thrown instead of stored, because they do not describe the
 * end.
 */
function verdictOf(check: (final: FinalView) => void, final: FinalView): Verdict {
  try {
    check(final);
    return 'passed';
  } catch (error) {
    if (isCheckFailed(error)) return { failure: error };
    throw error;
  }
}

function memoryText({ cells, blocks }: Context, final: FinalView): string {
  const words = cells.all().map((cell) => `${cell.address}:${final.read(cell)}`);
  for (const { start, end, isBlock } of blocks.all()) {
    if (isBlock) words.push(`${start}-${end}:${final.read({ address: start, size: end - start })}`);
  }
  return words.join(' ');
}

/** Returns undefined if a thread has not ended, or if its result is not plain data. */
function resultsText(outcomes: readonly (ThreadOutcome | undefined)[]): string | undefined {
  // Two results could be the same object, which the text would not show.
  if (outcomes.filter((outcome) => isObject(outcome?.value)).length > 1) return undefined;
  const texts: string[] = [];
  for (const outcome of outcomes) {
    if (outcome === undefined || !describe(outcome.value, texts, new Map())) return undefined;
  }
  return texts.join(' ');
}

/**
 * Appends a text that is unique to equal values with the same sharing of objects. Returns false if the value is not
 * plain data.
 */
function describe(value: unknown, texts: string[], seen: Map<object, number>): boolean {
  if (typeof value === 'string') texts.push(JSON.stringify(value));
  else if (typeof value === 'number') texts.push(Object.is(value, -0) ? '-0' : String(value));
  else if (typeof value === 'bigint') texts.push(`${value}n`);
  else if (value === undefined || value === null || typeof value === 'boolean') texts.push(String(value));
  else return isObject(value) && describeObject(value, texts, seen);
  return true;
}

function describeObject(object: object, texts: string[], seen: Map<object, number>): boolean {
  const before = seen.get(object);
  if (before !== undefined) {
    texts.push(`#${before}`);
    return true;
  }
  seen.set(object, seen.size);
  const prototype: unknown = Object.getPrototypeOf(object);
  if (prototype !== Array.prototype && prototype !== Object.prototype) return false;
  texts.push(prototype === Array.prototype ? '[' : '{');
  for (const key of Reflect.ownKeys(object)) {
    const property = Object.getOwnPropertyDescriptor(object, key)!;
    if (typeof key === 'symbol' || !('value' in property)) return false;
    texts.push(JSON.stringify(key));
    if (!describe(property.value, texts, seen)) return false;
  }
  texts.push(']');
  return true;
}
