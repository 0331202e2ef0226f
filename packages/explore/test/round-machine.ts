import type { ModelName } from '@fencepost/core';
import type { Threads } from '@fencepost/testing/round-programs';
import { PLACES, failureOf, joinedBy, written } from '@fencepost/testing/round-programs';

/** What can become of a program. */
export interface Futures {
  /** How it can end: what the loops were left by, and memory. */
  readonly ends: ReadonlySet<string>;
  /** How it can fail. The first failure ends the program. */
  readonly failures: ReadonlySet<string>;
  /** Can it come to where it neither ends, nor fails, nor is cut off, whatever happens? */
  readonly deadlock: boolean;
}

interface Thread {
  readonly piece: number;
  /** In a loop: its next operation. */
  readonly at: number;
  readonly cut: boolean;
  readonly left: readonly number[];
  /** Pending stores, oldest first. */
  readonly pending: readonly (readonly [x: number, v: number])[];
}

interface Configuration {
  readonly memory: readonly number[];
  readonly threads: readonly Thread[];
  readonly failure?: string;
}

export const endOf = (left: readonly (readonly number[])[], memory: readonly number[]): string =>
  JSON.stringify([left, memory]);

/**
 * All that can become of a program whose loops really go round, configuration by configuration: the definition. It
 * knows nothing of threads that are stuck, nor of ends that prove nothing.
 */
export function futuresOf(program: Threads, model: ModelName): Futures {
  const first: Configuration = {
    memory: Array<number>(PLACES).fill(0),
    threads: program.map(() => ({ piece: 0, at: 0, cut: false, left: [], pending: [] })),
  };
  const known = new Map([[JSON.stringify(first), first]]);
  const before = new Map<string, string[]>();
  for (const [key, configuration] of known) {
    for (const next of successors(program, model, configuration)) {
      const nextKey = JSON.stringify(next);
      before.set(nextKey, [...(before.get(nextKey) ?? []), key]);
      known.set(nextKey, next);
    }
  }
  const ends = new Set<string>();
  const failures = new Set<string>();
  const hopeful = new Set<string>();
  for (const [key, { memory, threads, failure }] of known) {
    const isEnd = threads.every(({ piece, pending }, t) => piece === program[t]!.length && pending.length === 0);
    if (isEnd) ends.add(endOf(threads.map(({ left }) => left), memory)); // prettier-ignore
    if (failure !== undefined) failures.add(failure);
    if (isEnd || failure !== undefined || threads.some(({ cut }) => cut)) hopeful.add(key);
  }
  for (const key of hopeful) for (const each of before.get(key) ?? []) hopeful.add(each);
  return { ends, failures, deadlock: hopeful.size < known.size };
}

function* successors(program: Threads, model: ModelName, now: Configuration): Generator<Configuration> {
  if (now.failure !== undefined) return;
  for (const [t, thread] of now.threads.entries()) {
    const { pending } = thread;
    const become = (changed: Partial<Thread>, memory = now.memory): Configuration => ({
      memory,
      threads: now.threads.with(t, { ...thread, ...changed }),
    });
    for (const [rank, [x, v]] of pending.entries()) {
      const isOldest = model === 'tso' ? rank === 0 : pending.findIndex(([other]) => other === x) === rank;
      if (isOldest) yield become({ pending: pending.toSpliced(rank, 1) }, now.memory.with(x, v));
    }
    const piece = program[t]![thread.piece];
    if (piece === undefined || thread.cut) continue;
    const read = (x: number): number => pending.findLast(([y]) => y === x)?.[1] ?? now.memory[x]!;
    const after = { piece: thread.piece + 1, at: 0 };
    if (piece.kind === 'loop') {
      const operation = piece.round[thread.at]!;
      if (operation.kind !== 'load' && pending.length > 0) continue;
      const on = { at: (thread.at + 1) % piece.round.length };
      if (operation.kind === 'fence') yield become(on);
      else {
        const old = read(operation.x);
        const left = { ...after, left: [...thread.left, thread.at] };
        const memory =
          operation.kind === 'load' ? now.memory : now.memory.with(operation.x, written(operation, old) ?? old);
        yield become(old === operation.leave ? left : on, memory);
      }
    } else if (piece.kind === 'join') {
      const joined = joinedBy(t, piece.ahead, program.length);
      const other = now.threads[joined]!;
      const isOver = other.piece === program[joined]!.length && other.pending.length === 0;
      if (isOver && pending.length === 0) yield become(after);
    } else if (piece.kind === 'store') {
      if (model === 'sc') yield become(after, now.memory.with(piece.x, piece.v));
      else yield become({ ...after, pending: [...pending, [piece.x, piece.v]] });
    } else if (read(piece.x) !== piece.v) yield become(after);
    else if (piece.kind === 'assume') yield become({ cut: true });
    else yield { ...now, failure: failureOf(t, piece) };
  }
}
