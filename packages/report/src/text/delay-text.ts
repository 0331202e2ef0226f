import type { Counterexample, Delay } from '../values/counterexample.js';
import type { Story } from '../values/story.js';
import { BIT_FIELDS, areBitFields } from './bit-fields.js';
import { listed, listedInShort } from './numbers.js';
import { operationNoun } from './operations.js';
import { X86, isScript, orderSyntax } from './order-syntax.js';
import type { StoryNames } from './places.js';

/** `in thread 1, the store to flag[0] at line 12 was delayed past the load of flag[1] at line 16`. */
export function delayText({ store, past }: Delay, names: StoryNames): string {
  const [delayed, earlier] = [store, past].map((step) => operationNoun(names.step(step), names));
  const thread = names.thread(store);
  return `in ${thread}, ${delayed!} at ${names.spot(store)} was delayed past ${earlier!} at ${names.spot(past)}`;
}

/** Returns what would forbid this execution, as clauses that all apply. Other failures may remain. */
export function fenceTexts({ unordered, story }: Counterexample, names: StoryNames, source: string): string[] {
  const threads = new Map<string, Set<string>>();
  const plain = unordered.filter((pair) => isPlain(pair, story, source));
  const others = unordered.filter((pair) => !plain.includes(pair));
  const length = others.length + Math.min(1, plain.length);
  for (const pair of others) {
    const { what, how } = fenceBetween(pair, names, source);
    const key = `${what}${length > 1 ? '' : ' forbids this execution'}${how === undefined ? '' : `: ${how}`}`;
    threads.set(key, (threads.get(key) ?? new Set()).add(names.thread(pair.store)));
  }
  const places = [
    ...plainTexts(plain, names),
    ...[...threads].map(([fence, of]) => `in ${listedInShort([...of])}, ${fence}`),
  ];
  return length > 1 ? [...places, 'together they forbid this execution'] : places;
}

/** Whether both accesses are plain. They race, and a fence between them would not remove the race. */
function isPlain({ store, past }: Delay, { steps, assembly }: Story, source: string): boolean {
  return assembly !== true && !isScript(source) && steps[store]!.plain === true && steps[past]!.plain === true;
}

function plainTexts(pairs: readonly Delay[], names: StoryNames): string[] {
  if (pairs.length === 0) return [];
  const places = new Set(
    pairs.flatMap(({ store, past }) => [store, past].map((step) => names.memory(names.step(step)))),
  );
  if ([...places].some(areBitFields)) return [`do not let ${listed([...places])} race: ${BIT_FIELDS}`];
  return [`make ${listed([...places])} atomic: plain accesses race, and a fence does not change that`];
}

/** Whether the clauses of `fenceTexts` include fences. */
export function needsFences({ unordered, story }: Counterexample, source: string): boolean {
  return unordered.some((pair) => !isPlain(pair, story, source));
}

interface FenceText {
  readonly what: string;
  /** In the language of the program. */
  readonly how?: string;
}

function fenceBetween({ store, past }: Delay, names: StoryNames, source: string): FenceText {
  const { site } = names.step(store);
  // JavaScript has no fences. Only real source lines have sites; generator functions have none.
  if (site !== undefined && isScript(site.file)) {
    const atomic = names.step(past).kind === 'store' ? past : store;
    return { what: `Atomics.store instead of ${operationNoun(names.step(atomic), names)} at ${names.spot(atomic)}` };
  }
  const { fence, releaseStore } = names.isAssembly ? X86 : orderSyntax(source, site);
  const place = between(store, past, names);
  if (names.step(past).kind !== 'store') return { what: `a full fence between ${place}`, how: fence('seq_cst') };
  const or = names.isInSystemFile(past) ? '' : ` at ${names.spot(past)}`;
  const how = releaseStore === undefined ? fence('release') : `${fence('release')}, or ${releaseStore}${or}`;
  return { what: `a store-store fence between ${place}`, how };
}

/** `lines 12 and 16`, for a fence. */
export function between(store: number, past: number, names: StoryNames): string {
  const [first, second] = [names.spot(store), names.spot(past)];
  // Users cannot put a fence into a system header.
  if (names.isInSystemFile(store) || names.isInSystemFile(past) || first === second) {
    return listed([store, past].map((step) => operationNoun(names.step(step), names)));
  }
  const lines = [first, second].map((spot) => /^line\s(\d+)$/.exec(spot)?.[1]);
  return lines.includes(undefined) ? `${first} and ${second}` : `lines ${lines.join(' and ')}`;
}
