import { choose } from './conditions.js';
import type { Environment, Term } from './environment.js';
import { valueOf } from './evaluation.js';
import { includes } from './joins.js';
import type { MemoryAccess } from './memory-access.js';
import type { StepBlock } from './steps.js';

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
  private readonly states: (Environment | undefined)[] = [];
  private readonly changes: number[];
  private readonly todo = new Set<number>();
  /** States of blocks whose states are not joined. */
  private readonly direct: Reached[] = [];
  private readonly separate: ReadonlySet<number>;

  /** `first` is the place of the first local. */
  constructor(
    blocks: readonly StepBlock[],
    order: readonly number[],
    first: number,
    given: { readonly memory: MemoryAccess; readonly thresholds: readonly bigint[] },
  ) {
    this.blocks = blocks;
    this.order = order;
    this.first = first;
    this.memory = given.memory;
    this.thresholds = given.thresholds;
    this.changes = blocks.map(() => 0);
    this.separate = separateBlocks(blocks, order);
  }

  enter(entry: Environment): void {
    this.states[0] = entry;
    this.todo.add(0);
  }

  /** Takes the next block to be followed, and what holds there. */
  next(): Reached | undefined {
    const direct = this.direct.pop();
    if (direct !== undefined) return direct;
    let best: number | undefined;
    for (const block of this.todo) if (best === undefined || this.order[block]! < this.order[best]!) best = block;
    if (best === undefined) return undefined;
    this.todo.delete(best);
    return { block: best, at: this.states[best]!.copy() };
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
      next.sweep();
      this.reach(target, next, this.order[target]! <= this.order[block]!);
    }
  }

  private reach(block: number, next: Environment, isBack: boolean): void {
    if (this.separate.has(block)) {
      this.direct.push({ block, at: next });
      return;
    }
    const old = this.states[block];
    if (old === undefined) {
      this.states[block] = next;
      this.todo.add(block);
      return;
    }
    // What the block does with them has not been followed yet.
    if (this.memory.meet(old, next)) this.todo.add(block);
    if (includes(old, next)) {
      this.memory.leaveOthers(next, old);
      return;
    }
    if (isBack) this.changes[block]!++;
    this.states[block] = this.memory.join(old, next, this.changes[block]! > PATIENCE ? this.thresholds : undefined);
    this.todo.add(block);
  }
}
