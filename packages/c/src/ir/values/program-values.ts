import { Accesses } from '../races/conflicts.js';
import type { Context } from '../races/contexts.js';
import type { Body } from '../races/operations.js';
import { NotFollowed } from '../races/operations.js';
import type { PointsTo } from '../races/points-to.js';
import { overlap } from '../races/targets.js';
import type { ThreadFlow } from '../races/thread-flow.js';
import type { Cell } from './cells.js';
import { Cells } from './cells.js';
import { FlagLocks } from './flag-locks.js';
import { stepsOf } from './lower-steps.js';
import { MemoryAccess } from './memory-access.js';
import { Published } from './published.js';
import { Situations } from './situations.js';
import type { StepBlock } from './steps.js';
import type { Analysed } from './thread-values.js';
import { ThreadValues } from './thread-values.js';
import { thresholdsOf } from './thresholds.js';

/** More rounds through all threads are not made. */
const MOST_ROUNDS = 60;
/** Rounds that find smaller sets of values, after widening. */
const NARROWING = 2;

/** The values of variables in all threads: what threads publish is followed until nothing is new (Miné 2012). */
export class ProgramValues {
  readonly flags = new FlagLocks();
  private readonly pointsTo: PointsTo;
  private readonly given: Analysed;
  private readonly reached = new Map<Context, Set<number>>();

  /** `most`: so many cases are told apart. */
  constructor(pointsTo: PointsTo, flow: ThreadFlow, failing: RegExp, most: number) {
    this.pointsTo = pointsTo;
    const cells = new Cells(pointsTo, flow.shared);
    const accesses = new Accesses(pointsTo, flow);
    refuseMadeAgain(cells, accesses);
    const situations = new Situations(pointsTo, flow, accesses, cells);
    const known = new Map<Body, readonly StepBlock[]>();
    const steps = (body: Body): readonly StepBlock[] => {
      let found = known.get(body);
      if (found === undefined) known.set(body, (found = stepsOf(body)));
      return found;
    };
    const thresholds = thresholdsOf([...pointsTo.contexts.program.bodies.values()].map(steps));
    const clusters = new Map<Cell, readonly Cell[]>(cells.all.map((cell) => [cell, [cell]]));
    for (const cluster of situations.clusters()) for (const cell of cluster) clusters.set(cell, cluster);
    const memory = new MemoryAccess(cells, situations, new Published(clusters, thresholds, most), this.flags);
    const fails = (name: string): boolean => failing.test(name);
    const reach = (context: Context, block: number): void => {
      let blocks = this.reached.get(context);
      if (blocks === undefined) this.reached.set(context, (blocks = new Set<number>()));
      blocks.add(block);
    };
    this.given = { pointsTo, situations, memory, steps, thresholds, reach, most, fails };
  }

  /** Whether a thread may come to the block. Call it after `failures`. */
  isReached(context: Context, block: number): boolean {
    return this.reached.get(context)?.has(block) === true;
  }

  /** Returns the failures that may be reached. */
  failures(): ReadonlySet<string> {
    const { memory } = this.given;
    let found: ReadonlySet<string>;
    let rounds = 0;
    do {
      if (++rounds > MOST_ROUNDS) throw new NotFollowed('too many rounds');
      memory.takeMissing();
      found = this.round();
    } while (memory.published.takeChange());
    if (memory.takeMissing()) throw new NotFollowed('memory that no thread has written');
    for (let narrowing = 0; narrowing < NARROWING && found.size > 0; narrowing++) {
      memory.published = memory.published.next();
      found = this.round();
    }
    return found;
  }

  private round(): ReadonlySet<string> {
    const values = new ThreadValues(this.given);
    for (const thread of this.pointsTo.contexts.threads) values.follow(thread);
    return values.failures;
  }
}

/** A lock that is made, copied or destroyed while a thread may use it does not exclude others. */
function refuseMadeAgain({ locks }: Cells, accesses: Accesses): void {
  for (const { object, range } of locks) {
    const all = (accesses.byObject.get(object) ?? []).filter((each) => overlap(each.range, { ...range, bytes: 1 }));
    if (all.some((a) => all.some((b) => accesses.mayRace(a, b)))) throw new NotFollowed('a lock that is made again');
  }
}
