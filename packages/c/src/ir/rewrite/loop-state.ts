import type { Body } from '../context/body.js';
import type { Counter } from '../analysis/counters.js';
import { Counters } from '../analysis/counters.js';
import { immediateDominators, strictDominators } from '../analysis/dominators.js';
import { hasEffect } from './effects.js';
import type { Block, Instruction } from '../syntax/function.js';
import { skipToType } from '../syntax/function.js';
import type { Graph } from '../analysis/graph.js';
import { Cursor } from '../syntax/lexer.js';
import type { Loop } from '../analysis/control-flow-loops.js';
import { mustProgress } from './must-progress.js';
import { RelevantValues } from '../analysis/relevant-values.js';
import type { Alloca } from '../analysis/private-variables.js';
import { PrivateVariables, isLifetime, locals } from '../analysis/private-variables.js';
import type { Type } from '../syntax/types.js';
import { parseType } from '../syntax/types.js';

/** A private variable, or a value, that a loop may carry from one iteration to the next. */
export type Carried =
  | { readonly kind: 'value'; readonly name: string; readonly type: Type }
  | { readonly kind: 'variable'; readonly name: string; readonly type: Type }
  | { readonly kind: 'counter'; readonly counter: Counter }
  | { readonly kind: 'memory'; readonly alloca: Alloca };

/**
 * The state, apart from shared memory, in which two iterations of a loop can differ. A thread that returns to the head
 * of the loop with all of it unchanged, having changed nothing outside, will do the same again. Variables that only
 * serve to compute themselves or to wait (a counter of tries, a back-off) do not count, nor do variables that are
 * written before they are read. Decision 9 explains why nothing else counts.
 */
export class CarriedState {
  private readonly blocks: readonly Block[];
  private readonly successors: Graph;
  private readonly variables: PrivateVariables;
  private readonly needed: RelevantValues;
  private readonly mustProgress: (loop: Loop) => boolean;
  private readonly dominators: Int32Array;
  private readonly counters: Counters;
  private live: readonly ReadonlySet<string>[] | undefined;

  constructor(body: Body, blocks: readonly Block[], successors: Graph, loops: readonly Loop[]) {
    this.blocks = blocks;
    this.successors = successors;
    this.variables = new PrivateVariables(body, blocks);
    this.mustProgress = ({ latches }) =>
      mustProgress(
        body.context,
        body.fn.signature,
        latches.map((latch) => blocks[latch]!.instructions.at(-1)!),
      );
    this.needed = new RelevantValues(blocks, successors, loops, this.variables, {
      hasEffect: (instruction) => hasEffect(body.context, instruction),
      mustProgress: this.mustProgress,
    });
    this.dominators = immediateDominators(successors, 0);
    this.counters = new Counters(blocks, successors, loops, this.variables, this.dominators);
  }

  /**
   * Returns whether the loop continues if all of this state is unchanged. Loops without an effect may be assumed to
   * terminate.
   */
  isComparable(loop: Loop): boolean {
    return this.needed.hasEffect(loop) || !this.mustProgress(loop) || !this.hasExit(loop);
  }

  /** Returns whether a counter ends the loop, as far as its code shows. */
  isCounted(loop: Loop): boolean {
    return this.counters.isCounted(loop);
  }

  /** Returns whether the slot may be read after the loop before it is written. */
  private outlives({ body }: Loop, slot: string): boolean {
    return [...body].some((block) =>
      this.successors[block]!.some((target) => !body.has(target) && this.liveAt(target).has(slot)),
    );
  }

  private hasExit({ body }: Loop): boolean {
    return [...body].some((block) => this.successors[block]!.some((target) => !body.has(target)));
  }

  of(loop: Loop): readonly Carried[] {
    const carried: Carried[] = [];
    // No other value of the loop survives an iteration: its definition would have to be on all paths to the head.
    for (const phi of this.blocks[loop.header]!.instructions) {
      if (phi.opcode !== 'phi') break;
      if (this.needed.has(phi.result!)) carried.push({ kind: 'value', name: phi.result!, type: typeOf(phi) });
    }
    const { accesses, slots } = this.variables;
    const changed = new Set<string>();
    for (const block of loop.body) {
      for (const instruction of this.blocks[block]!.instructions) {
        const access = accesses.get(instruction);
        if (isLifetime(instruction)) continue;
        if (access === undefined) for (const name of locals(instruction)) changed.add(name);
        else if (access.stored !== undefined) changed.add(access.slot);
      }
    }
    const live = this.liveAt(loop.header);
    for (const [name, type] of slots) {
      if (!changed.has(name) || !live.has(name)) continue;
      const counter = this.counters.of(loop, name, this.outlives(loop, name));
      carried.push(counter === undefined ? { kind: 'variable', name, type } : { kind: 'counter', counter });
    }
    carried.push(...this.memories(loop.header, changed));
    return carried;
  }

  /**
   * Returns the other private variables, with all of their bytes, if the loop uses them. A variable allocated in the
   * loop is a new one in each iteration.
   */
  private memories(header: number, used: ReadonlySet<string>): Carried[] {
    const before = strictDominators(this.dominators, header);
    return this.variables.memories
      .filter(({ name, block }) => before.has(block) && [...this.derivedFrom(name)].some((each) => used.has(each)))
      .map((alloca) => ({ kind: 'memory', alloca }));
  }

  private derivedFrom(name: string): ReadonlySet<string> {
    const derived = new Set([name]);
    for (let size = 0; size !== derived.size;) {
      size = derived.size;
      for (const { instructions } of this.blocks) {
        for (const instruction of instructions) {
          const { result, opcode } = instruction;
          if (result === undefined || (opcode !== 'getelementptr' && opcode !== 'bitcast')) continue;
          if (locals(instruction).some((each) => derived.has(each))) derived.add(result);
        }
      }
    }
    return derived;
  }

  /** Returns the slots that are read from here before they are written. */
  private liveAt(header: number): ReadonlySet<string> {
    this.live ??= this.liveness();
    return this.live[header]!;
  }

  private liveness(): readonly ReadonlySet<string>[] {
    const { accesses } = this.variables;
    const before = this.blocks.map(() => new Set<string>());
    for (let changed = true; changed;) {
      changed = false;
      for (let block = this.blocks.length - 1; block >= 0; block--) {
        const live = new Set<string>();
        for (const next of this.successors[block] ?? []) for (const slot of before[next]!) live.add(slot);
        for (const instruction of this.blocks[block]!.instructions.toReversed()) {
          const access = accesses.get(instruction);
          if (access === undefined) continue;
          if (access.stored !== undefined) live.delete(access.slot);
          else if (this.needed.has(instruction.result!)) live.add(access.slot);
        }
        if (live.size !== before[block]!.size) {
          before[block] = live;
          changed = true;
        }
      }
    }
    return before;
  }
}

function typeOf(phi: Instruction): Type {
  const cursor = new Cursor(phi.tokens, 1);
  skipToType(cursor);
  return parseType(cursor);
}
