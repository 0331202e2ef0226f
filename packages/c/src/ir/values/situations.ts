import type { Accesses, Point, SharedAccess } from '../races/conflicts.js';
import type { Context, Site, Thread } from '../races/contexts.js';
import type { Operation } from '../races/operations.js';
import type { PointsTo } from '../races/points-to.js';
import type { State } from '../races/state.js';
import { copyOf } from '../races/state.js';
import { overlap } from '../races/targets.js';
import type { ThreadFlow } from '../races/thread-flow.js';
import type { Cell, Cells } from './cells.js';

/** What other threads may do with a cell at a point: write it, only read it, or nothing. */
export type Access = 'open' | 'stable' | 'exclusive';

const WAITS = /^@(?:pthread_cond_(?:timed)?wait|cnd_(?:timed)?wait)$/;

/** The locks held and the threads that may run besides, around each operation. */
export interface Around {
  readonly before: number;
  /** While a wait has released its lock. */
  readonly within: number | undefined;
  readonly after: number;
}

/** The points of threads, as far as they differ in what other threads may do meanwhile. */
export class Situations {
  private readonly cells: Cells;
  private readonly accesses: Accesses;
  private readonly flow: ThreadFlow;
  private readonly pointsTo: PointsTo;
  private readonly points: Point[] = [];
  private readonly known = new Map<string, number>();
  private readonly around = new Map<Context, Map<number, Around>[]>();
  private readonly access: (Access | undefined)[][] = [];
  private readonly parallel: (boolean | undefined)[][] = [];
  private readonly byCell = new Map<Cell, readonly SharedAccess[]>();

  constructor(pointsTo: PointsTo, flow: ThreadFlow, accesses: Accesses, cells: Cells) {
    this.pointsTo = pointsTo;
    this.flow = flow;
    this.cells = cells;
    this.accesses = accesses;
    flow.visit((operation, site, before, after) => this.note(operation, site, before, after));
  }

  /** Returns undefined if the operation cannot be reached. */
  of(context: Context, block: number, index: number): Around | undefined {
    return this.around.get(context)?.[block]?.get(index);
  }

  /** Returns what other threads may do with a cell of extent `shared`. */
  accessTo(cell: Cell, situation: number): Access {
    const known = (this.access[situation] ??= []);
    return (known[cell.number] ??= this.find(cell, this.points[situation]!));
  }

  /** Whether a thread may be in one situation while another one is in the other, whatever locks they hold. */
  areParallel(one: number, other: number): boolean {
    const known = (this.parallel[one] ??= []);
    return (known[other] ??= this.accesses.areParallel(this.points[one]!, this.points[other]!));
  }

  /**
   * Returns groups of cells that every thread has to itself at the same points, such that threads access them only there.
   */
  clusters(): Cell[][] {
    const groups = new Map<string, Cell[]>();
    for (const cell of this.cells.all) {
      if (cell.extent !== 'shared') continue;
      const isGuarded = this.accessesOf(cell).every((each) => this.find(cell, each) === 'exclusive');
      const signature = isGuarded && !cell.isArray ? this.signature(cell) : `${cell.number}`;
      groups.set(signature, [...(groups.get(signature) ?? []), cell]);
    }
    return [...groups.values()];
  }

  private signature(cell: Cell): string {
    return `= ${this.points.map((_, situation) => (this.accessTo(cell, situation) === 'exclusive' ? 1 : 0)).join('')}`;
  }

  private note(operation: Operation, site: Site, before: State, after: State): void {
    if (operation.kind === 'copy' || operation.kind === 'offset') return;
    const { context, block, index } = site;
    let blocks = this.around.get(context);
    if (blocks === undefined)
      this.around.set(context, (blocks = context.body.blocks.map(() => new Map<number, Around>())));
    const { thread } = context;
    let within: number | undefined;
    if (operation.kind === 'call' && this.pointsTo.callees(operation, context).some((name) => WAITS.test(name))) {
      const released = copyOf(before);
      this.flow.unlock(operation.arguments[1] ?? [], context, released);
      within = this.situation(thread, released);
    }
    const around = { before: this.situation(thread, before), within, after: this.situation(thread, after) };
    blocks[block]!.set(index, around);
  }

  private situation(thread: Thread, { held, running }: State): number {
    const locks = [...held].filter(([lock]) => !this.flow.locks.isNamed(lock)).toSorted(([a], [b]) => (a < b ? -1 : 1));
    const others = [...running.keys()].map(({ number }) => number).toSorted((a, b) => a - b);
    const key = `${thread.number}: ${locks.join()}: ${others.join()}`;
    let found = this.known.get(key);
    if (found === undefined) {
      this.known.set(key, (found = this.points.length));
      this.points.push({ thread, held: new Map(locks), running });
    }
    return found;
  }

  private accessesOf(cell: Cell): readonly SharedAccess[] {
    let found = this.byCell.get(cell);
    if (found === undefined) {
      const all = this.accesses.byObject.get(cell.object) ?? [];
      this.byCell.set(cell, (found = all.filter(({ range }) => overlap(range, cell.range))));
    }
    return found;
  }

  private find(cell: Cell, point: Point): Access {
    const met = this.accessesOf(cell).filter((each) => this.accesses.mayMeet(point, each));
    if (met.some(({ isWrite }) => isWrite)) return 'open';
    return met.length > 0 ? 'stable' : 'exclusive';
  }
}
