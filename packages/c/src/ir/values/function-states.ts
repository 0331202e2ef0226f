import { joinedAll } from './alternatives.js';
import { choose } from './conditions.js';
import type { Environment } from './environment.js';
import { valueOf } from './evaluation.js';
import { includes } from './joins.js';
import type { MemoryAccess } from './memory-access.js';
import { signatureOf } from './signatures.js';
import { sweep } from './sweep.js';
import type { StepBlock } from './steps.js';
import type { Term } from './terms.js';

/** After as many changes at the beginning of a loop, values are widened. */
const PATIENCE = 3;

/** Returns the blocks in reverse postorder: the position of each. */
export function orderOf(blocks: readonly StepBlock[]): readonly number[] {
  const positions = blocks.map(() => -1);
  const seen = new Set<number>();
  let next = blocks.length;
  const visit = (block: number): void => {
    if (seen.has(block)) return;
    seen.add(block);
    for (const { target } of blocks[block]!.exits) visit(target);
    positions[block] = --next;
  };
  visit(0);
  return positions;
}

interface Reached {
  readonly block: number;
  readonly at: Environment;
}

/** What may hold at the beginning of a block, as one of several cases. */
interface Case {
  at: Environment;
  /** Whether the block has to be followed from there. */
  isNew: boolean;
  changes: number;
}

/**
 * Returns the blocks that compute a condition from those before, as `&&` and `||` do: they are followed for each of these on
 * its own.
 */
function separateBlocks(blocks: readonly StepBlock[], order: readonly number[]): ReadonlySet<number> {
  const found = new Set(blocks.flatMap(({ phis }, at) => (phis.some(({ bits }) => bits === 1) ? [at] : [])));
  blocks.forEach(({ exits }, block) => {
    for (const { target } of exits) if (order[target]! <= order[block]!) found.delete(target);
  });
  return found;
}

/** What holds at the beginning of each block of a call. */
export class FunctionStates {
  private readonly blocks: readonly StepBlock[];
  private readonly order: readonly number[];
  private readonly first: number;
  private readonly memory: MemoryAccess;
  private readonly thresholds: readonly bigint[];
  private readonly cases: (Case[] | undefined)[] = [];
  /** Blocks whose cases have been too many. */
  private readonly joined = new Set<number>();
  private readonly most: number;
  private readonly todo = new Set<number>();
  /** States of blocks whose states are not joined. */
  private readonly direct: Reached[] = [];
  private readonly separate: ReadonlySet<number>;

  /** `first` is the place of the first local. */
  constructor(
    blocks: readonly StepBlock[],
    order: readonly number[],
    first: number,
    given: { readonly memory: MemoryAccess; readonly thresholds: readonly bigint[]; readonly most: number },
  ) {
    this.blocks = blocks;
    this.order = order;
    this.first = first;
    this.memory = given.memory;
    this.thresholds = given.thresholds;
    this.most = given.most;
    this.separate = separateBlocks(blocks, order);
  }

  enter(entry: Environment): void {
    this.cases[0] = [{ at: entry, isNew: true, changes: 0 }];
    this.todo.add(0);
  }

  /** Takes the next block to be followed, and what holds there. */
  next(): Reached | undefined {
    const direct = this.direct.pop();
    if (direct !== undefined) return direct;
    let best: number | undefined;
    for (const block of this.todo) if (best === undefined || this.order[block]! < this.order[best]!) best = block;
    if (best === undefined) return undefined;
    const cases = this.cases[best]!;
    const found = cases.find(({ isNew }) => isNew)!;
    found.isNew = false;
    if (!cases.some(({ isNew }) => isNew)) this.todo.delete(best);
    return { block: best, at: found.at.copy() };
  }

  /** Passes on what holds at the end of a block. */
  leave(block: number, at: Environment): void {
    const { exits, steps, phis, kept } = this.blocks[block]!;
    for (const { target, when } of exits) {
      const next = at.copy();
      if (when !== undefined) {
        const value = valueOf(next, when.value, this.first);
        if (!choose(next, value, when.numbers, when.isIn)) continue;
      }
      const joined = this.blocks[target]!.phis.map(({ to, bits, values }): [number, Term | undefined] => {
        const operand = values.get(block);
        return [to, operand === undefined || bits === 0 ? undefined : valueOf(next, operand, this.first)];
      });
      for (const { to } of [...phis, ...steps.filter((step) => 'to' in step)]) {
        if (to >= 0 && !kept.has(to)) next.terms.delete(this.first + 2 * to);
      }
      for (const [to, term] of joined) {
        if (term === undefined) next.terms.delete(this.first + 2 * to);
        else next.terms.set(this.first + 2 * to, term);
      }
      sweep(next);
      this.reach(target, next, this.order[target]! <= this.order[block]!);
    }
  }

  private reach(block: number, next: Environment, isBack: boolean): void {
    if (this.separate.has(block)) {
      this.direct.push({ block, at: next });
      return;
    }
    const cases = (this.cases[block] ??= []);
    const known = this.nearCase(block, cases, next);
    if (known === undefined) {
      cases.push({ at: next, isNew: true, changes: 0 });
      this.todo.add(block);
      return;
    }
    // What the block does with them has not been followed yet.
    if (this.memory.meet(known.at, next)) this.again(block, known);
    if (includes(known.at, next)) {
      this.memory.leaveOthers(next, known.at);
      return;
    }
    if (isBack) known.changes++;
    known.at = this.memory.join(known.at, next, known.changes > PATIENCE ? this.thresholds : undefined);
    this.again(block, known);
  }

  private again(block: number, known: Case): void {
    known.isNew = true;
    this.todo.add(block);
  }

  /** Returns the case to which another one is added; undefined if it is a case of its own. */
  private nearCase(block: number, cases: Case[], next: Environment): Case | undefined {
    if (this.most === 1 || this.joined.has(block)) return cases[0];
    const registers = this.blocks[block]!.phis.map(({ to }) => this.first + 2 * to);
    const signature = signatureOf(next, registers);
    const near = cases.find(({ at }) => signatureOf(at, registers) === signature);
    if (near !== undefined || cases.length < this.most) return near;
    this.joined.add(block);
    const at = joinedAll(
      cases.map((each) => each.at),
      this.memory,
    );
    cases.splice(0, cases.length, { at, isNew: true, changes: 0 });
    this.todo.add(block);
    return cases[0];
  }
}
