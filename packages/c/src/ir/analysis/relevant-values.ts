import { decidingNodes, leadingNowhere } from './control-dependence.js';
import { FlowNodes } from './flow-nodes.js';
import type { Block, Instruction } from '../syntax/function.js';
import type { Graph } from './graph.js';
import { reachable, reversed } from './graph.js';
import type { Loop } from './control-flow-loops.js';
import type { Placed } from './block-position.js';
import { addPlaced } from './block-position.js';
import type { PrivateVariables } from './private-variables.js';
import { locals } from './private-variables.js';

/** Properties of the instructions and loops of a function. */
interface Traits {
  /** Returns whether the instruction does more than compute, branch or wait. */
  hasEffect(instruction: Instruction): boolean;
  /** Returns whether the loop may be assumed to terminate if it has no effect. */
  mustProgress(loop: Loop): boolean;
}

/**
 * The values and slots that determine what a function does: which instructions with an effect it executes, in which
 * order, and with which operands. Loops without an effect are assumed to terminate where the language allows it (C,
 * 6.8.5; C++, [intro.progress]); for other loops it matters whether they continue.
 */
export class RelevantValues {
  private readonly names = new Set<string>();
  /** Slots whose contents are needed. */
  private readonly slots = new Set<string>();
  private readonly observed = new Set<number>();
  /** Blocks that have an effect. */
  private readonly effective: ReadonlySet<number>;
  private readonly work: string[] = [];
  private readonly nodes: FlowNodes;
  private readonly predecessors: Graph;
  private readonly variables: PrivateVariables;
  private readonly definitions = new Map<string, Placed>();
  private readonly stores = new Map<string, Placed[]>();

  constructor(
    blocks: readonly Block[],
    successors: Graph,
    loops: readonly Loop[],
    variables: PrivateVariables,
    traits: Traits,
  ) {
    this.nodes = new FlowNodes(blocks, successors);
    this.predecessors = reversed(successors);
    this.variables = variables;
    blocks.forEach(({ instructions }, block) => {
      for (const instruction of instructions) {
        this.define({ instruction, block });
        if (!variables.accesses.has(instruction) && traits.hasEffect(instruction)) this.need({ instruction, block });
      }
    });
    this.effective = new Set(this.observed);
    for (const loop of loops) {
      if (this.hasEffect(loop)) {
        this.needExits(loop.body, successors);
        this.needExits(this.silentPart(loop, successors), successors);
      } else if (!traits.mustProgress(loop)) this.needExits(loop.body, successors);
    }
    for (const node of leadingNowhere(this.nodes.graph, this.observed)) this.observed.add(node);
    this.close();
  }

  has(name: string): boolean {
    return this.names.has(name);
  }

  /** Returns whether the loop does more than compute, branch or wait. */
  hasEffect({ body }: Loop): boolean {
    return [...body].some((block) => this.effective.has(block));
  }

  private define(placed: Placed): void {
    const { result } = placed.instruction;
    if (result !== undefined) this.definitions.set(result, placed);
    const access = this.variables.accesses.get(placed.instruction);
    if (access?.stored !== undefined) addPlaced(this.stores, access.slot, placed);
  }

  /** Adds an effect. It depends on the values it uses, and on whether it is executed. */
  private need({ instruction, block }: Placed): void {
    this.work.push(...locals(instruction));
    this.observed.add(block);
    if (instruction.opcode !== 'phi') return;
    for (const from of this.predecessors[block]!) this.observed.add(this.nodes.wayInto(block, from));
  }

  /** Adds the branches that leave a loop: for loops with an effect it matters whether they exit. */
  private needExits(body: ReadonlySet<number>, successors: Graph): void {
    for (const block of body) {
      const branch = this.nodes.branchOf(block);
      if (branch !== undefined && successors[block]!.some((target) => !body.has(target))) this.decide(branch);
    }
  }

  /** Returns the blocks of iterations without an effect. */
  private silentPart({ header, body }: Loop, successors: Graph): ReadonlySet<number> {
    const silent = new Set([...body].filter((block) => !this.effective.has(block)));
    if (!silent.has(header)) return new Set();
    const after = reachable(successors, header, silent);
    const before = reachable(this.predecessors, header, silent);
    const both = new Set([...after].filter((block) => before.has(block)));
    const goesRound = successors.some((targets, block) => both.has(block) && targets.includes(header));
    return goesRound ? both : new Set();
  }

  private decide(branch: number): void {
    this.observed.add(branch);
    this.work.push(...locals(this.nodes.terminator(branch)));
  }

  private close(): void {
    for (let size = -1; size !== this.observed.size;) {
      this.followValues();
      size = this.observed.size;
      for (const branch of decidingNodes(this.nodes.graph, this.observed)) this.decide(branch);
    }
  }

  private followValues(): void {
    for (let name = this.work.pop(); name !== undefined; name = this.work.pop()) {
      if (this.names.has(name)) continue;
      this.names.add(name);
      const definition = this.definitions.get(name);
      if (definition === undefined) continue;
      const access = this.variables.accesses.get(definition.instruction);
      if (access === undefined) this.need(definition);
      else if (!this.slots.has(access.slot)) {
        this.slots.add(access.slot);
        for (const store of this.stores.get(access.slot) ?? []) this.need(store);
      }
    }
  }
}
