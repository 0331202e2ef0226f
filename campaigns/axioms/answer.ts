import type { Answer } from '../machine/answer.js';
import { Machine } from '../machine/machine.js';
import { TooManyStates } from '../machine/search.js';
import type { Loaded, Outcome } from '../machine/threads.js';
import { load } from '../machine/threads.js';
import type { Program } from '../program/ast.js';
import { flatten } from '../program/walk.js';
import { judge } from './arm64.js';
import { extensions } from './extensions.js';
import type { Graph } from './graph.js';
import { keyOf } from './graph.js';
import { finalState } from './memory.js';

export interface AxiomaticAnswer extends Answer {
  /** Number of complete executions. */
  readonly executions: number;
  readonly robust: boolean;
}

/** Whether the axioms support the program: JavaScript without loops. */
export function hasAxiomaticAnswer({ language, threads }: Program): boolean {
  return language === 'javascript' && threads.every(({ body }) => flatten(body).every(({ kind }) => kind !== 'loop'));
}

/**
 * Returns the possible results of a program on ARMv8: enumerates every execution that the axioms accept, by brute
 * force. Each read tries every write, each write every place in coherence order.
 */
export function answerByAxioms(program: Program, most: number): AxiomaticAnswer {
  const loaded = load(program, 'sc');
  const machine = new Machine(program, 'sc');
  const initial = machine.initial();
  const locations = initial.memory.length + initial.queues.length;
  const pending: { readonly graph: Graph; readonly isSequential: boolean }[] = [
    {
      graph: { accesses: [], coherence: Array.from({ length: locations }, () => []), threads: initial.threads },
      isSequential: true,
    },
  ];
  const seen = new Set<string>();
  const failures = new Set<string>();
  const outcomes = new Set<Outcome>();
  let [executions, deadlock, robust] = [0, false, true];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { graph, isSequential } = next;
    const state = finalState(loaded, graph);
    for (const failure of failedIn(loaded, graph)) failures.add(failure);
    if (machine.isDone(state)) {
      executions++;
      robust &&= isSequential;
      if (machine.failsAtEnd(state)) failures.add('A99');
      else outcomes.add(machine.outcome(state));
    } else if (sleepsForEver(loaded, graph, state.queues)) deadlock = true;
    for (const extension of extensions(loaded, graph)) {
      const key = keyOf(extension);
      if (seen.has(key)) continue;
      if (seen.size >= most) throw new TooManyStates();
      seen.add(key);
      const { isAllowed, isSequential } = judge(extension);
      if (isAllowed) pending.push({ graph: extension, isSequential });
    }
  }
  const other = { livelock: false, endsEarly: false, cut: false, states: seen.size };
  return { failures, deadlock, outcomes, executions, robust, ...other };
}

function failedIn({ codes }: Loaded, { threads }: Graph): string[] {
  return threads.flatMap(({ pc }, t) => {
    const instruction = codes[t]![pc]!;
    return instruction.kind === 'assert' ? [`A${instruction.number}`] : [];
  });
}

/** Whether some threads sleep forever: all others have ended, and none is left to wake them. */
function sleepsForEver({ codes }: Loaded, { threads }: Graph, queues: readonly (readonly number[])[]): boolean {
  return threads.every(({ pc }, t) => {
    const instruction = codes[t]![pc]!;
    if (instruction.kind === 'asleep') return !instruction.finite && queues[instruction.queue]!.includes(t);
    return instruction.kind === 'end';
  });
}
