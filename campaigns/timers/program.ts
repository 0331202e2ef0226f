import { Random } from '../random.js';

/** An action of a thread: a name, and its parameters. */
export type Action =
  | readonly ['timer' | 'interval', delay: number, then: readonly Action[]]
  | readonly ['immediate' | 'tick' | 'task', then: readonly Action[]]
  | readonly ['sleep', delay: number]
  | readonly ['turn' | 'work']
  | readonly ['post' | 'store' | 'add', value: number]
  | readonly ['load'];

/** Two threads that send each other messages. */
export interface TimedProgram {
  readonly main: readonly Action[];
  readonly other: readonly Action[];
  /** Reactions of each thread to a message. */
  readonly onMain: readonly Action[];
  readonly onOther: readonly Action[];
}

const DELAYS = [0, 1, 2, 5, 8];

function action(random: Random, depth: number): Action {
  const delay = random.pick(DELAYS);
  const then = (): readonly Action[] => (depth === 0 || random.chance(0.5) ? [] : [action(random, depth - 1)]);
  return random.weighted<() => Action>([
    [5, () => ['timer', delay, then()]],
    [1, () => ['interval', Math.max(delay, 1), []]],
    [2, () => ['immediate', then()]],
    [1, () => ['tick', then()]],
    [1, () => ['task', then()]],
    [2, () => ['sleep', delay]],
    [1, () => ['turn']],
    [2, () => ['work']],
    [2, () => ['post', random.below(3)]],
    [1, () => ['store', 1 + random.below(3)]],
    [1, () => ['add', 1]],
    [2, () => ['load']],
  ])();
}

function actions(random: Random, most: number, depth: number): readonly Action[] {
  return Array.from({ length: 1 + random.below(most) }, () => action(random, depth));
}

/** Returns the program with this seed. */
export function timedProgram(seed: number): TimedProgram {
  const random = new Random(seed);
  const reaction = (): readonly Action[] => (random.chance(0.5) ? [] : [withoutPosts(action(random, 0))]);
  return { main: actions(random, 4, 1), other: actions(random, 2, 1), onMain: reaction(), onOther: reaction() };
}

/** Removes posts, because messages that answer messages would never end. */
function withoutPosts(made: Action): Action {
  return made[0] === 'post' ? ['load'] : made;
}

/** Returns the number of messages that a thread posts. */
export function postsOf(list: readonly Action[]): number {
  let posts = 0;
  for (const [name, ...rest] of list) {
    if (name === 'post') posts++;
    for (const part of rest) if (Array.isArray(part)) posts += postsOf(part as readonly Action[]);
  }
  return posts;
}
