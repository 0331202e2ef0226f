import type { Block, Instruction } from '../syntax/function.js';
import type { Graph } from './graph.js';

/**
 * The control flow of a function, with a node for everything that is executed independently: blocks without their
 * branches, branches, and edges into blocks that begin with a phi, as these edges choose its value.
 */
export class FlowNodes {
  /** The node of a block has the number of the block. */
  readonly graph: Graph;
  private readonly branches = new Map<number, number>();
  private readonly blockOf = new Map<number, number>();
  private readonly ways = new Map<string, number>();
  private readonly blocks: readonly Block[];

  constructor(blocks: readonly Block[], successors: Graph) {
    this.blocks = blocks;
    const graph: number[][] = successors.map(() => []);
    successors.forEach((all, block) => {
      const targets = [...new Set(all)];
      if (targets.length < 2) {
        graph[block] = targets;
        return;
      }
      const branch = graph.push([]) - 1;
      graph[block] = [branch];
      this.branches.set(block, branch);
      this.blockOf.set(branch, block);
      graph[branch] = targets.map((target) => {
        if (blocks[target]!.instructions[0]?.opcode !== 'phi') return target;
        const way = graph.push([target]) - 1;
        this.ways.set(`${block} ${target}`, way);
        return way;
      });
    });
    this.graph = graph;
  }

  /** Returns the branch at the end of a block; undefined if control has only one way to go. */
  branchOf(block: number): number | undefined {
    return this.branches.get(block);
  }

  /** Returns the instruction of a branch. */
  terminator(branch: number): Instruction {
    return this.blocks[this.blockOf.get(branch)!]!.instructions.at(-1)!;
  }

  /** Returns the node that determines the value of a phi of `block` if control comes from `from`. */
  wayInto(block: number, from: number): number {
    return this.ways.get(`${from} ${block}`) ?? from;
  }
}
