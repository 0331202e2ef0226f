import type { AxiomaticModel, AxiomaticProgram, EnumeratedExecution } from '@fencepost/axioms';
import { ARM64, RC11, SC, apply, consistentExecutions, seq, toAArch64, union } from '@fencepost/axioms';
import type { InstructionProgram, ModelName } from '@fencepost/core';
import { LocalStates, fromInstructions } from '@fencepost/core';
import { exploreGraphs, finalView } from '@fencepost/explore';
import type { Comparison } from './agreement.js';
import { mapDifferences } from './agreement.js';
import type { Waiting } from './to-axioms.js';
import { registerName, toAxioms } from './to-axioms.js';
import { keyOf, keyOfExecution, lastEventOf } from './trace-keys.js';

/** The axiomatic counterpart of an explorer's model, and how a compiler translates programs for it. */
interface Axioms {
  readonly model: AxiomaticModel;
  readonly translate: (program: AxiomaticProgram) => AxiomaticProgram;
}

const AXIOMS: Readonly<Record<ModelName, Axioms>> = {
  sc: { model: SC, translate: (program) => program },
  rc11: { model: RC11, translate: (program) => program },
  arm64: { model: ARM64, translate: (program) => withoutWritingBack(toAArch64(program, 'acquire_pc')) },
};

/** The models that the graph explorer shares with the axioms. */
export const AXIOMATIC_MODELS: readonly ModelName[] = Object.keys(AXIOMS);

/**
 * Treats failing compare-and-swaps as loads. If one writes back the value it has read, no thread can observe that, so
 * such executions are not different for a program.
 */
function withoutWritingBack(program: AxiomaticProgram): AxiomaticProgram {
  return {
    ...program,
    threads: program.threads.map((thread) => ({
      ...thread,
      instructions: thread.instructions.map((one) => (one.op === 'compare-exchange' ? { ...one, isCas: false } : one)),
    })),
  };
}

interface Findings {
  /** Classification of each execution, by reads-from and coherence. */
  readonly traces: Map<string, string>;
  /** Number of executions that ended in each state, without deadlocks. */
  readonly finals: Map<string, number>;
}

/** Compares the graph explorer with the executions that the axioms of a model accept. */
export function compareWithAxioms(source: InstructionProgram, model: ModelName, units?: 'all'): Comparison {
  const expected = enumerated(source, AXIOMS[model]!);
  const found = explored(source, model, AXIOMS[model]!.model.races !== undefined, units);
  return {
    traces: expected.traces.size,
    disagreements: [
      ...mapDifferences('trace', expected.traces, found.traces),
      ...mapDifferences('final state', expected.finals, found.finals),
    ].map((difference) => `${model}: ${difference}`),
  };
}

function explored(source: InstructionProgram, model: ModelName, hasRaces: boolean, units?: 'all'): Findings {
  const states = new LocalStates(fromInstructions(source));
  const traces = new Map<string, string>();
  const { finals } = exploreGraphs(states, {
    model,
    finals: true,
    ...(units && { units }),
    onExecution: (execution) => {
      const { sequential, deadlocked, racy } = execution;
      add(traces, keyOf(execution.trace()), natureOf(sequential, deadlocked, hasRaces && racy === true));
    },
  });
  const counted = new Map<string, number>();
  for (const final of finals) {
    if (final.deadlocked) continue;
    const view = finalView(states, final);
    const registers = source.threads.map((_, t) => view.outcome(t) as readonly (number | undefined)[]);
    const state = stateOf(source, registers, [...states.locations.addresses], (address) => view.read(address));
    counted.set(state, (counted.get(state) ?? 0) + final.executions);
  }
  return { traces, finals: counted };
}

function enumerated(source: InstructionProgram, { model, translate }: Axioms): Findings {
  const traces = new Map<string, string>();
  const finals = new Map<string, number>();
  for (const { program, waiting } of toAxioms(source)) {
    for (const execution of consistentExecutions(translate(program), model)) {
      if (!waiting.every((one) => waits(execution, one))) continue;
      const races = model.races !== undefined && !model.races(execution).isEmpty();
      add(traces, keyOfExecution(execution, waiting), natureOf(isSequential(execution), waiting.length > 0, races));
      if (waiting.length > 0) continue;
      const registers = source.threads.map((_, t) => registersOf(source, execution, t));
      const state = stateOf(source, registers, [...program.memory.keys()], (address) => execution.finalMemory(address));
      finals.set(state, (finals.get(state) ?? 0) + 1);
    }
  }
  return { traces, finals };
}

/** Treats a read-modify-write with two events like one with a single event. */
function isSequential({ po, rf, co, fr, rmw }: EnumeratedExecution): boolean {
  return union(po, rf, co, fr).isAcyclic() && rmw.intersect(seq(fr, co)).isEmpty();
}

function waits(execution: EnumeratedExecution, { thread, address, compare, value, reads }: Waiting): boolean {
  if (apply(compare, execution.finalMemory(address), value) !== 0) return false;
  if (!reads) return true;
  const last = execution.lastWrites.find((write) => execution.events[write]!.address === address)!;
  return execution.rf.pairs().some(([write, read]) => write === last && read === lastEventOf(execution, thread));
}

function natureOf(sequential: boolean, deadlocked: boolean, racy: boolean): string {
  return `${sequential ? 'SC' : 'not SC'}${deadlocked ? ', deadlocked' : ''}${racy ? ', race' : ''}`;
}

/** Adds a trace. A trace that is found twice is also a disagreement. */
function add(traces: Map<string, string>, key: string, nature: string): void {
  const known = traces.get(key);
  traces.set(key, known === undefined ? nature : `${known} and again ${nature}`);
}

/** Returns the differences from the initial memory, and the registers. Mutexes hold handles, which are not compared. */
function stateOf(
  { memory, threads }: InstructionProgram,
  registers: readonly (readonly (number | undefined)[])[],
  addresses: readonly number[],
  read: (address: number) => number,
): string {
  const mutexes = threads.flatMap(({ instructions }) => instructions.map((step) => step.op === 'lock' && step.address));
  const changed = addresses.filter((one) => !mutexes.includes(one) && read(one) !== (memory?.[one] ?? 0));
  const words = changed.toSorted((a, b) => a - b).map((address) => `[${address}]=${read(address)}`);
  const rows = registers.map((row) =>
    Array.from(row, (word) => word ?? 0)
      .join(',')
      .replace(/(^|,)0(,0)*$/, ''),
  );
  return `${rows.join(' | ')} ${words.join(' ')}`;
}

function registersOf({ threads }: InstructionProgram, execution: EnumeratedExecution, thread: number): number[] {
  const used = threads[thread]!.instructions.flatMap((step) => ('to' in step ? [step.to] : []));
  return Array.from({ length: Math.max(-1, ...used) + 1 }, (_, i) => execution.finalRegister(thread, registerName(i)));
}
