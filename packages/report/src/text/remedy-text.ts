import type { MemoryOrder } from '@fencepost/core';
import type { Counterexample, Fix, MissingOrder, OrderChange } from '../values/counterexample.js';
import type { Story } from '../values/story.js';
import { listed } from './numbers.js';
import { isFailedExchange, operationNoun } from './operations.js';
import { between } from './delay-text.js';
import { X86, isScript, orderSyntax } from './order-syntax.js';
import { StoryNames } from './places.js';
import { breakable } from './style.js';

/**
 * The order that is missing in an execution, and the changes that would forbid the execution, as sentences without a
 * full stop.
 */
export interface RemedyTexts {
  readonly missing: readonly string[];
  readonly fixes: readonly string[];
}

/** `file` is the checked file; it determines the language. */
export function remedyTexts({ story, remedy }: Counterexample, file: string): RemedyTexts {
  if (remedy === undefined) return { missing: [], fixes: [] };
  const names = new StoryNames(story, file);
  const { missing, fixes } = remedy;
  return {
    missing: missing.map((each) => breakable(missingText(each, fixes[0], names, file))),
    fixes: fixes.filter((fix) => isSaid(fix, story)).map((fix) => breakable(fixText(fix, names, file))),
  };
}

/** Whether the fix can be expressed in the language of the program. Accesses of x86 have no memory orders. */
function isSaid({ changes }: Fix, { assembly }: Story): boolean {
  return assembly !== true || changes.every(({ fenceAfter }) => fenceAfter !== undefined);
}

function missingText(missing: MissingOrder, fix: Fix | undefined, names: StoryNames, file: string): string {
  const { kind, first, second } = missing;
  const [one, other] = [first, second].map(
    (step) => `${operationNoun(names.step(step), names)} at ${names.spot(step)}`,
  );
  if (kind === 'program order')
    return `in ${names.thread(first)}, nothing orders ${one!} before ${other!} for other threads`;
  const weak = [first, second].flatMap((step) => weaknessOf(step, fix, names, file));
  const why = weak.length === 0 ? '' : `: ${listed(weak)}`;
  return `${other!} reads from ${one!}, but does not synchronise with it${why}`;
}

/** Explains why one end of a reads-from edge does not synchronise: `line 17 is not a release store`. */
function weaknessOf(step: number, fix: Fix | undefined, names: StoryNames, file: string): string[] {
  const { label, kind, site, plain } = names.step(step);
  const change = fix?.changes.find(
    (each) =>
      each.fenceAfter === undefined && names.step(each.step).label === label && names.step(each.step).kind === kind,
  );
  // If the fix is a fence, it names no order for the access.
  if (change === undefined) return plain === true && !isScript(file) ? [`${names.spot(step)} is not atomic`] : [];
  const what = kind === 'rmw' ? 'read-modify-write' : kind;
  if (isScript(file) && site !== undefined) return [`${names.spot(step)} is a plain ${what}`];
  const order = ORDER_WORDS[change.order];
  const isNot = `${names.spot(step)} is not ${/^[aeiou]/.test(order) ? 'an' : 'a'} ${order}`;
  return [isFailedExchange(names.step(step), names) ? `${isNot} load when it fails` : `${isNot} ${what}`];
}

const ORDER_WORDS: Readonly<Record<MemoryOrder, string>> = {
  plain: 'plain',
  relaxed: 'relaxed',
  acquire: 'acquire',
  release: 'release',
  acq_rel: 'acquire-release',
  seq_cst: 'seq_cst',
};

function fixText({ effect, changes }: Fix, names: StoryNames, file: string): string {
  const what = changesText(changes, names, file);
  const isOne = changes.length === 1;
  if (effect === 'forbids') return `${what} ${isOne ? 'forbids' : 'forbid'} this execution`;
  return `${what} ${isOne ? 'orders' : 'order'} the two accesses in this execution`;
}

/** Lists the changes: `memory_order_release at line 9 and memory_order_acquire at lines 14 and 16`. */
function changesText(changes: readonly OrderChange[], names: StoryNames, file: string): string {
  const places = new Map<string, string[]>();
  const isUnique = (spotOf: (step: number) => string): boolean =>
    new Set(changes.map(({ step }) => spotOf(step))).size === changes.length;
  const withThread = !isUnique((step) => names.spot(step));
  const withNoun = withThread && !isUnique((step) => names.spotAndThread(step));
  for (const change of changes) {
    const [what, where] = changeText(change, names, file, { withThread, withNoun });
    places.set(what, [...(places.get(what) ?? []), where]);
  }
  return listed([...places].map(([what, where]) => `${what} ${together(where)}`));
}

/**
 * Returns what to change, and where. Adds the thread if several have code at the same line, as in litmus tests. Adds
 * the operation if a thread has several at that line.
 */
function changeText(
  { step, order, fenceAfter }: OrderChange,
  names: StoryNames,
  file: string,
  { withThread, withNoun }: { readonly withThread: boolean; readonly withNoun: boolean },
): [what: string, where: string] {
  const syntax = names.isAssembly ? X86 : orderSyntax(file, names.step(step).site);
  if (fenceAfter !== undefined) {
    const thread = withThread ? ` of ${names.thread(step)}` : '';
    return [syntax.fence(order), `between ${between(fenceAfter, step, names)}${thread}`];
  }
  const spot = withThread ? names.spotAndThread(step) : names.spot(step);
  const { kind, site } = names.step(step);
  const noun = operationNoun(names.step(step), names);
  if (!isScript(file) || site === undefined) {
    const which = isFailedExchange(names.step(step), names) ? ' for failure' : '';
    return [`${syntax.order(order)}${which}`, withNoun ? `for ${noun} at ${spot}` : `at ${spot}`];
  }
  return [`Atomics.${kind === 'store' ? 'store' : 'load'}`, `in place of ${noun} at ${spot}`];
}

/** Joins `at line 9` and `at line 10` to `at lines 9 and 10`. */
function together(where: readonly string[]): string {
  const lines = where.map((each) => /^at line\s(\S+)$/.exec(each)?.[1]);
  const numbers = lines.filter((line) => line !== undefined);
  return where.length > 1 && numbers.length === where.length ? `at lines ${listed(numbers)}` : listed(where);
}
