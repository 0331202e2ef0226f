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
  }

  enter(entry: Environment): void {
    this.states[0] = entry;
    this.todo.add(0);
  }

  /** Takes the next block to be followed. */
  next(): number | undefined {
    let best: number | undefined;
    for (const block of this.todo) if (best === undefined || this.order[block]! < this.order[best]!) best = block;
    if (best !== undefined) this.todo.delete(best);
    return best;
  }

  at(block: number): Environment {
    return this.states[block]!.copy();
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
    const old = this.states[block];
    if (old === undefined) {
      this.states[block] = next;
      this.todo.add(block);
      return;
    }
    this.memory.meet(old, next);
    if (includes(old, next)) {
      this.memory.leaveOthers(next, old);
      return;
    }
    if (isBack) this.changes[block]!++;
    this.states[block] = this.memory.join(old, next, this.changes[block]! > PATIENCE ? this.thresholds : undefined);
    this.todo.add(block);
  }
}
