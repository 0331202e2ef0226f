import type { Instruction, InstructionProgram, ModelName, Program, Trace } from '@fencepost/core';
import { JOIN, LocalStates, Symmetry, withRestarts, fromInstructions, ordinalOf, parentOf } from '@fencepost/core';
import type { Execution, GraphExploration } from '@fencepost/explore';
import { exploreGraphs } from '@fencepost/explore';
import type { Comparison } from './agreement.js';
import { GRAPH_MODELS, mapDifferences } from './agreement.js';

/** A comparison, and the number of executions explored up to symmetry, under all models. */
export interface SymmetricComparison extends Comparison {
  readonly explored: number;
}

/** Larger programs are not compared. */
const MOST_EXECUTIONS = 200;

/** Explores up to symmetry. `symmetry` collects what is learned. */
export function exploreSymmetric(
  program: Program,
  model: ModelName,
  symmetry = new Symmetry(),
  explore: (states: LocalStates) => GraphExploration = (states) => exploreGraphs(states, { model }),
): GraphExploration {
  return withRestarts(() => {
    const states = new LocalStates(program);
    states.symmetry = symmetry;
    return explore(states);
  });
}

/** Compares the search up to symmetry with the orbits of the full search, under every model of the graph explorer. */
export function compareWithOrbits(source: InstructionProgram, models = GRAPH_MODELS): SymmetricComparison {
  const program = fromInstructions(source);
  const disagreements: string[] = [];
  let traces = 0;
  let explored = 0;
  for (const model of models) {
    // Computing orbits is expensive.
    if (exploreGraphs(new LocalStates(program), { model, budget: MOST_EXECUTIONS }).rest.length > 0) continue;
    const full = new Map<string, number>();
    const all = exploreGraphs(new LocalStates(program), { model, onExecution: collecting(full, source) });
    const symmetry = new Symmetry();
    let reduced = new Map<string, number>();
    const found = exploreSymmetric(program, model, symmetry, (states) => {
      reduced = new Map();
      return exploreGraphs(states, { model, onExecution: collecting(reduced, source) });
    });
    traces += all.executions;
    explored += found.executions;
    const add = (text: string): number => disagreements.push(`${model}: ${text}`);
    for (const count of ['executions', 'nonSequential', 'deadlocks'] as const) {
      const told = found[count === 'executions' ? 'total' : count];
      if (told !== all[count]) add(`${count} ${told} instead of ${all[count]}`);
    }
    // Only presence is compared: blocked executions count as well, and their number depends on the search.
    if (found.racy > 0 !== all.racy > 0) add(`${found.racy} executions with races instead of ${all.racy}`);
    mapDifferences('orbit', full, reduced).forEach(add);
    mapDifferences('failure', failuresIn(all, source), failuresIn(found, source)).forEach(add);
    // Threads whose symmetry was refused are explored in full.
    const isUsed = symmetry.toJSON().classes.length === 0 && symmetry.isUsedUnder(model);
    if (isUsed && found.executions !== full.size) add(`${found.executions} executions of ${full.size} orbits`);
  }
  return { traces, explored, disagreements };
}

/** Counts the executions of each orbit. */
function collecting(orbits: Map<string, number>, source: InstructionProgram): (execution: Execution) => void {
  return (execution) => {
    const { sequential, deadlocked, racy = false, orbit = 1 } = execution;
    const nature = `${sequential ? 'SC' : 'not SC'}${deadlocked ? ', deadlocked' : ''}${racy ? ', racy' : ''}`;
    const key = `${canonical(execution.trace(), source)}: ${nature}`;
    orbits.set(key, (orbits.get(key) ?? 0) + orbit);
  };
}

/**
 * Returns a text that is equal for identical threads: their code and, if another thread starts them, when that happens.
 */
function codeOf(handle: number, source: InstructionProgram): string {
  const parent = parentOf(handle);
  const own = JSON.stringify(instructionsOf(handle, source));
  if (parent === 0) return own;
  const list = instructionsOf(parent, source);
  const at = spawnsIn(list)[ordinalOf(handle) - 1]!;
  // Threads are alike only if no other operation comes between their spawns.
  const first = list.findLastIndex(({ op }, i) => i < at && op !== 'spawn') + 1;
  return `${own} from ${first} of ${parent}`;
}

function instructionsOf(handle: number, source: InstructionProgram): readonly Instruction[] {
  const parent = parentOf(handle);
  if (parent === 0) return source.threads[handle - 1]!.instructions;
  const list = instructionsOf(parent, source);
  const spawn = list[spawnsIn(list)[ordinalOf(handle) - 1]!]!;
  return spawn.op === 'spawn' ? spawn.body : [];
}

function spawnsIn(list: readonly Instruction[]): number[] {
  return [...list.keys()].filter((i) => list[i]!.op === 'spawn');
}

/** Returns the alphabetically first text of an execution over all permutations of its threads. */
function canonical(trace: Trace, source: InstructionProgram): string {
  const { handles } = trace.states.threads;
  const groups = new Map<string, number[]>();
  for (const t of trace.last.keys()) {
    const code = codeOf(handles[t]!, source);
    groups.set(code, [...(groups.get(code) ?? []), t]);
  }
  let least: string | undefined;
  for (const names of renamings([...groups.values()], handles)) {
    const text = textOf(trace, names);
    if (least === undefined || text < least) least = text;
  }
  return least!;
}

function* renamings(groups: readonly number[][], handles: readonly number[]): Generator<Map<number, number>> {
  const [group, ...others] = groups;
  if (group === undefined) {
    yield new Map();
    return;
  }
  const own = group.map((t) => handles[t]!);
  for (const order of permutations(own)) {
    for (const rest of renamings(others, handles)) {
      group.forEach((t, i) => rest.set(t, order[i]!));
      yield rest;
    }
  }
}

function* permutations(list: readonly number[]): Generator<number[]> {
  if (list.length === 0) yield [];
  for (const [i, first] of list.entries()) {
    for (const rest of permutations(list.toSpliced(i, 1))) yield [first, ...rest];
  }
}

/**
 * Describes an execution. Joins are left out: a thread that joins is as far as it can get, so its joins carry no
 * information.
 */
function textOf({ events, coherence, states }: Trace, names: ReadonlyMap<number, number>): string {
  const nameOf = (i: number): string => (i < 0 ? 'initial' : `${names.get(events[i]!.thread)!}.${events[i]!.position}`);
  const lines = events.flatMap(({ state, source }, i) =>
    states.kind[state] === JOIN ? [] : [`${nameOf(i)}${source === undefined ? '' : `<${nameOf(source)}`}`],
  );
  const orders = coherence.map((row, l) => `[${states.locations.addresses[l]!}]:${row.map(nameOf).join('<')}`);
  return [...lines.toSorted(), ...orders.filter((order) => !order.endsWith(':')).toSorted()].join(' ');
}

/** Counts the executions with each failure, with the code of a thread instead of its name. */
function failuresIn({ failures, states }: GraphExploration, source: InstructionProgram): Map<string, number> {
  const found = new Map<string, number>();
  for (const { kind, thread, message, executions } of failures) {
    const t = states.threads.names.indexOf(thread ?? '');
    const code = t < 0 ? '' : codeOf(states.threads.handles[t]!, source);
    const text = thread === undefined ? message : message.replaceAll(thread, 'it');
    const key = kind === 'deadlock' ? kind : `${kind} ${code} ${text}`;
    found.set(key, (found.get(key) ?? 0) + executions);
  }
  return found;
}
