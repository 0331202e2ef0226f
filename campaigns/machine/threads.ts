import type { Program } from '../program/ast.js';
import { LOCALS } from '../program/ast.js';
import type { Value } from '../program/types.js';
import { HASH, INT, mix, wrap } from '../program/types.js';
import type { Instruction } from './code.js';
import { codeOf } from './code.js';
import { LocalRun } from './local.js';
import { ALL_LOCALS, DETACHED, NOWHERE, OUTCOME, SETTLED, STARTED, ThreadState } from './state.js';

export type Model = 'sc' | 'tso' | 'pso';
export const MODELS: readonly Model[] = ['sc', 'tso', 'pso'];

/** How a program ends: with this hash, or by `exit`. */
export type Outcome = number | 'exit';

/** A program, prepared for a model. */
export interface Loaded {
  readonly program: Program;
  readonly model: Model;
  readonly codes: readonly (readonly Instruction[])[];
}

export function load(program: Program, model: Model): Loaded {
  const codes = program.threads.map((thread) => codeOf(thread, (cell) => queueOfCell(program, cell)));
  return { program, model, codes };
}

/** Returns the queue of the threads that wait at a cell. The queues of condition variables come first. */
export function queueOfCell({ conditions }: Program, cell: number): number {
  return conditions + cell;
}

export function notStarted({ program }: Loaded, t: number): ThreadState {
  const { types } = program.threads[t]!;
  const locals = Array.from({ length: ALL_LOCALS }, (_, i): Value => wrap(0, types[i] ?? INT));
  locals[OUTCOME] = HASH;
  return new ThreadState(NOWHERE, locals, [], [], 0);
}

export function running({ program, codes }: Loaded, t: number, from: ThreadState): LocalRun {
  return new LocalRun(codes[t]!, program.threads[t]!.types, from);
}

export function started(loaded: Loaded, t: number): ThreadState {
  const run = running(loaded, t, notStarted(loaded, t));
  run.pc = 0;
  run.settle();
  return new ThreadState(run.pc, run.locals, run.stack, [], 0);
}

/** Whether the thread is at its end, and all its stores are in memory. */
export function hasEnded({ codes }: Loaded, t: number, { pc, buffer }: ThreadState): boolean {
  return buffer.length === 0 && codes[t]![pc]?.kind === 'end';
}

/** Returns the result of a thread: a hash of its locals. */
export function resultOf({ locals }: ThreadState): number {
  return locals.slice(0, LOCALS).reduce<number>(mix, HASH);
}

/** Whether the end of main ends the program: some threads were detached, and all others were joined. */
export function endsProgram({ locals }: ThreadState): boolean {
  return locals[DETACHED] !== 0 && locals[STARTED] === locals[SETTLED];
}
