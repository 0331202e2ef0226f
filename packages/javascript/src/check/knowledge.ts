import type { Cell, Limit, Program, Site } from '@fencepost/core';
import { Cells, FencepostError } from '@fencepost/core';
import type { Segment } from '../world/context/blocks.js';
import type { Context } from '../world/context/context.js';
import type { SavedInfluences } from '../world/time/influences.js';

/** Knowledge gained about a program by running it, as plain JSON. */
interface Knowledge {
  readonly version: 2;
  /** Digest of the sources to which the knowledge belongs. */
  readonly sources: string;
  readonly unroll: number;
  readonly cells: readonly Cell[];
  readonly divided: readonly Site[];
  readonly blocks: readonly Segment[];
  readonly allowsBlocks: boolean;
  readonly limits: readonly Limit[];
  /** Number of skipped iterations, by loop. */
  readonly repeated: readonly (readonly [string, number])[];
  readonly notes: readonly string[];
  readonly unseen: readonly string[];
  /** Handles of workers that are terminated in at least one execution. */
  readonly terminated: readonly number[];
  /** Handles of workers that have an error listener. */
  readonly heard: readonly number[];
  /** Handles of workers whose end is listened to. */
  readonly watched: readonly number[];
  /** See `Lanes`. */
  readonly mixed: readonly string[];
  /** See `Time`. */
  readonly tosses: readonly (readonly [number, number])[];
  readonly readers: readonly number[];
  readonly pauses: number;
  readonly waiting: readonly string[];
  readonly passed: readonly string[];
  /** See `Influences`. */
  readonly influences: SavedInfluences;
}

/** Saves and restores the knowledge about a program. `sources`: digest of its sources. */
export function knowledgeOf(context: Context, sources: string): NonNullable<Program['knowledge']> {
  return {
    save: (): Knowledge => ({
      version: 2,
      sources,
      unroll: context.bounds.unroll,
      cells: context.cells.all().map((cell) => ({ ...cell })),
      divided: [...context.cells.divided.values()],
      blocks: [...context.blocks.all()],
      allowsBlocks: context.blocks.allowed,
      limits: [...context.limits.values()],
      repeated: [...context.repeated],
      notes: [...context.notes],
      unseen: [...context.unseen],
      terminated: [...context.terminated],
      heard: [...context.heard],
      watched: [...context.watched],
      mixed: [...context.lanes.mixed],
      tosses: [...context.time.tosses],
      readers: [...context.time.readers],
      pauses: context.time.each,
      waiting: [...context.time.waiting],
      passed: [...context.time.passed],
      influences: context.influences.save(),
    }),
    restore: (saved) => {
      const knowledge = saved as Partial<Knowledge> | null;
      if (knowledge?.version !== 2 || knowledge.sources !== sources || knowledge.unroll !== context.bounds.unroll) {
        throw new FencepostError('BAD_FRONTIER', 'the saved search does not match the program', {
          hint: 'resume with the same sources and bounds, or start again',
        });
      }
      context.cells = Cells.restored(knowledge.cells ?? [], knowledge.divided ?? []);
      context.blocks.restore(knowledge.blocks ?? [], knowledge.allowsBlocks === true);
      context.time.restore(knowledge.tosses ?? [], knowledge.readers ?? [], knowledge.pauses ?? 0);
      for (const loop of knowledge.waiting ?? []) context.time.waiting.add(loop);
      for (const loop of knowledge.passed ?? []) context.time.passed.add(loop);
      context.influences.restore(knowledge.influences ?? { groups: [], failing: 0 });
      const { terminated, heard, watched, notes, unseen, limits, repeated } = context;
      const { mixed } = context.lanes;
      for (const learned of [terminated, heard, watched, mixed, notes, unseen, limits, repeated]) learned.clear();
      for (const [what, times] of knowledge.repeated ?? []) repeated.set(what, times);
      for (const worker of knowledge.terminated ?? []) terminated.add(worker);
      for (const worker of knowledge.heard ?? []) heard.add(worker);
      for (const worker of knowledge.watched ?? []) watched.add(worker);
      for (const queue of knowledge.mixed ?? []) mixed.add(queue);
      for (const note of knowledge.notes ?? []) notes.add(note);
      for (const note of knowledge.unseen ?? []) unseen.add(note);
      for (const limit of knowledge.limits ?? []) limits.set(limit.what, limit);
    },
  };
}
