import { FencepostError } from '@fencepost/core';

/**
 * The events of one thread of a job, in program order: a leaf with the words of up to `LEAF` events, or up to `FAN`
 * such trees. A list that differs from another one in a few events shares all other leaves with it, as the same arrays.
 */
export type EventTree = readonly number[] | readonly EventTree[];

/** Words of an event. */
export const FLAGS = 0;
export const READ_STAMP = 1;
export const WRITE_STAMP = 2;
/**
 * A reference: the write that a read reads from, or the write before a store in coherence order. (A read-modify-write
 * comes after the write that it reads.)
 */
export const AFTER = 3;
/** A reference: the next in the list of reads of the same write. */
export const NEXT_READER = 5;
export const EVENT_WORDS = 7;

/** Number of events of a leaf, and of trees in a tree: small, because each job copies the path to a changed leaf. */
const LEAF = 8;
const FAN = 16;

/** Writes the words of the event with this ordinal to `words`. */
export type WriteEvent = (ordinal: number, words: number[], at: number) => void;

/**
 * Returns the tree of `count` events. Parts that are equal to those of `before`, the tree of `countBefore` events, are
 * taken from it.
 */
export function treeOf(count: number, write: WriteEvent, before: EventTree, countBefore: number): EventTree {
  const height = heightOf(count);
  let old: EventTree | undefined = before;
  for (let h = heightOf(countBefore); h > height; h--) old = (old as readonly EventTree[])[0];
  for (let h = heightOf(countBefore); h < height; h++) old = [old!];
  return build(height, 0, count, write, old);
}

function build(height: number, from: number, to: number, write: WriteEvent, old: EventTree | undefined): EventTree {
  if (height === 0) return buildLeaf(from, to, write, old as readonly number[] | undefined);
  const span = LEAF * FAN ** (height - 1);
  const trees: EventTree[] = [];
  const olds = old as readonly EventTree[] | undefined;
  let isSame = true;
  for (let i = 0, start = from; start < to; i++, start += span) {
    const tree = build(height - 1, start, Math.min(to, start + span), write, olds?.[i]);
    isSame &&= tree === olds?.[i];
    trees.push(tree);
  }
  return isSame && trees.length === olds?.length ? olds : trees;
}

function buildLeaf(from: number, to: number, write: WriteEvent, old: readonly number[] | undefined): readonly number[] {
  const words: number[] = [];
  for (let i = from; i < to; i++) write(i, words, (i - from) * EVENT_WORDS);
  if (old?.length !== words.length) return words;
  for (let i = 0; i < words.length; i++) if (words[i] !== old[i]) return words;
  return old;
}

function heightOf(count: number): number {
  let height = 0;
  for (let span = LEAF; span < count; span *= FAN) height++;
  return height;
}

/** Whether this is a tree of `count` events. */
export function isEventTree(value: unknown, count: number): value is EventTree {
  return isTree(value, count, heightOf(count));
}

function isTree(value: unknown, count: number, height: number): boolean {
  if (!Array.isArray(value)) return false;
  if (height === 0) return value.length === count * EVENT_WORDS && value.every(Number.isInteger);
  const span = LEAF * FAN ** (height - 1);
  return (
    value.length === Math.ceil(count / span) &&
    value.every((each, i) => isTree(each, Math.min(span, count - i * span), height - 1))
  );
}

/** Returns the words of the events of a tree. */
export function wordsOf(tree: EventTree, count: number): Float64Array {
  const words = new Float64Array(count * EVENT_WORDS);
  if (fill(words, 0, tree) !== words.length) throw bad('a thread does not have as many events as it should');
  return words;
}

function fill(words: Float64Array, from: number, tree: EventTree): number {
  let at = from;
  for (const each of tree) {
    if (typeof each === 'number') words[at++] = each;
    else at = fill(words, at, each);
  }
  return at;
}

/** The refusal of a job. */
export function bad(reason: string): FencepostError {
  return new FencepostError('BAD_FRONTIER', `this job does not match the program: ${reason}`, {
    hint: 'jobs are valid only for the program and model that created them',
  });
}
