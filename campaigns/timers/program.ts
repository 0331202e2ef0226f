import { Random } from '../random.js';

/** What a thread does: a name, and what it needs. */
export type Action =
  | readonly ['timer' | 'interval', delay: number, then: readonly Action[]]
  | readonly ['immediate' | 'tick' | 'task', then: readonly Action[]]
  | readonly ['sleep', delay: number]
  | readonly ['turn' | 'work']
  | readonly ['post' | 'store' | 'add', value: number]
  | readonly ['load'];

/** Two threads with messages for each other. */
export interface TimedProgram {
  readonly main: readonly Action[];
  readonly other: readonly Action[];
  /** What each does when a message comes. */
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

/** The program with this seed. */
export function timedProgram(seed: number): TimedProgram {
  const random = new Random(seed);
  const reaction = (): readonly Action[] => (random.chance(0.5) ? [] : [withoutPosts(action(random, 0))]);
  return { main: actions(random, 4, 1), other: actions(random, 2, 1), onMain: reaction(), onOther: reaction() };
}

/** Messages that answer messages would never end. */
function withoutPosts(made: Action): Action {
  return made[0] === 'post' ? ['load'] : made;
}

/** How many messages a thread posts. */
export function postsOf(list: readonly Action[]): number {
  let posts = 0;
  for (const [name, ...rest] of list) {
    if (name === 'post') posts++;
    for (const part of rest) if (Array.isArray(part)) posts += postsOf(part as readonly Action[]);
  }
  return posts;
}
