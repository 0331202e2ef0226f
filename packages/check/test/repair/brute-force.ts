import type { Instruction, InstructionProgram, MemoryOrder, ModelName } from '@fencepost/core';
import { LocalStates, fromInstructions } from '@fencepost/core';
import type { OperationRepair, Repair } from '@fencepost/check';
import { costOf, joinedOrders } from '@fencepost/check';
import { orderOfAccess } from '../../src/repair/repair.js';
import { exploreGraphs } from '@fencepost/explore';

/** The program with a place for each of its instructions: those of children included. */
export function withSites(source: InstructionProgram): InstructionProgram {
  let line = 0;
  const located = (list: readonly Instruction[]): Instruction[] =>
    list.map((each) => {
      const site = { file: 'random', line: ++line };
      return each.op === 'spawn' ? { ...each, site, body: located(each.body) } : { ...each, site };
    });
  return { ...source, threads: source.threads.map((each) => ({ ...each, instructions: located(each.instructions) })) };
}

/** All instructions, those of children included. */
export function instructionsOf({ threads }: InstructionProgram): Instruction[] {
  const all = (list: readonly Instruction[]): Instruction[] =>
    list.flatMap((each) => [each, ...(each.op === 'spawn' ? all(each.body) : [])]);
  return threads.flatMap(({ instructions }) => all(instructions));
}

/** What a load or store accesses; undefined: that depends on the execution. */
export function variableIn({ names }: InstructionProgram, instruction: Instruction): string | undefined {
  const isAccess = instruction.op === 'load' || instruction.op === 'store';
  return isAccess && typeof instruction.address === 'number' ? names?.[instruction.address] : undefined;
}

/** The program as a user would write it with the repairs: with other instructions, not with other operations. */
function rewritten(source: InstructionProgram, repairs: readonly Repair[]): InstructionProgram {
  const of = (instruction: Instruction): readonly OperationRepair[] =>
    repairs.flatMap((repair): readonly OperationRepair[] => {
      const { op, site } = instruction;
      if (repair.change !== 'atomic') return repair.operation === op && repair.site === site ? [repair] : [];
      if ((op !== 'load' && op !== 'store') || variableIn(source, instruction) !== repair.variable) return [];
      return [{ change: 'order', operation: op, site: site!, order: orderOfAccess(op, repair.order)! }];
    });
  const rewrite = (list: readonly Instruction[]): Instruction[] => {
    const groups = list.map((instruction) => {
      const own = (change: OperationRepair['change']): MemoryOrder | undefined =>
        join(of(instruction).filter((each) => each.change === change));
      const [before, after] = [own('fence before'), own('fence after')];
      return [
        ...(before === undefined ? [] : [{ op: 'fence' as const, order: before }]),
        changed(instruction, own('order')),
        ...(after === undefined ? [] : [{ op: 'fence' as const, order: after }]),
      ];
    });
    // What is skipped may have become longer.
    list.forEach((instruction, i) => {
      if (instruction.op !== 'skip') return;
      const count = groups.slice(i + 1, i + 1 + instruction.count).reduce((sum, { length }) => sum + length, 0);
      groups[i] = [{ ...instruction, count }];
    });
    return groups.flat();
  };
  const changed = (instruction: Instruction, order: MemoryOrder | undefined): Instruction => {
    if (instruction.op === 'spawn') return { ...instruction, body: rewrite(instruction.body) };
    if (order === undefined) return instruction;
    if (instruction.op !== 'load' && instruction.op !== 'store')
      throw new Error('only loads and stores have orders here');
    return { ...instruction, order: joinedOrders(instruction.order ?? 'relaxed', order) };
  };
  return { ...source, threads: source.threads.map((each) => ({ ...each, instructions: rewrite(each.instructions) })) };
}

function join(repairs: readonly Repair[]): MemoryOrder | undefined {
  return repairs.reduce<MemoryOrder | undefined>(
    (order, each) => joinedOrders(order ?? 'plain', each.order),
    undefined,
  );
}

/** Has the program with the repairs only SC executions? */
export function isRobust(source: InstructionProgram, model: ModelName, repairs: readonly Repair[]): boolean {
  const states = new LocalStates(fromInstructions(rewritten(source, repairs)));
  let isSequential = true;
  exploreGraphs(states, {
    model,
    onExecution: ({ sequential }) => {
      isSequential &&= sequential;
    },
    until: () => !isSequential,
  });
  return isSequential;
}

/** Repairs that cost less than this and make the program robust; undefined: there are none. */
export function cheaper(
  source: InstructionProgram,
  model: ModelName,
  candidates: readonly Repair[],
  cost: number,
): readonly Repair[] | undefined {
  const search = (from: number, chosen: readonly Repair[], left: number): readonly Repair[] | undefined => {
    if (isRobust(source, model, chosen)) return chosen;
    for (let i = from; i < candidates.length; i++) {
      const price = costOf(candidates[i]!);
      const found = price < left ? search(i + 1, [...chosen, candidates[i]!], left - price) : undefined;
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return search(0, [], cost);
}
