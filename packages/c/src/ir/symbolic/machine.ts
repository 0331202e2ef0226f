import type { Body } from '../races/operations.js';
import { NotFollowed } from '../races/operations.js';
import type { WholeProgram } from '../races/contexts.js';
import type { Instruction } from '../syntax/function.js';
import type { CellAccesses } from './accesses.js';
import type { Choice } from './choices.js';
import { SymbolicMemory } from './memory.js';
import type { Frame, State, Thread } from './state.js';
import type { Place, Value } from './values.js';

/** More instructions are not followed. */
const MOST_STEPS = 3_000_000;
const STEPS_BETWEEN_LOOKS = 256;
/** A call that enters a block more often is given up. */
const MOST_VISITS = 70;
const MOST_CALLS = 30;

/** A thread in a state, and the function that it is in. */
export interface At {
  readonly state: State;
  readonly thread: Thread;
  readonly frame: Frame;
}

/** What an instruction does. */
export interface Decoded {
  /** Whether other threads can see what it does now: the thread waits before it. */
  readonly isVisible: (at: At, machine: Machine) => boolean;
  /** Whether it can be done now. */
  readonly isPossible: (at: At, machine: Machine) => boolean;
  /** Changes the state; returns states in its place if there are several ways to go on. */
  readonly execute: (at: At, machine: Machine) => State[] | undefined;
}

/** Some error has been reached. */
export class ErrorReached extends Error {}

/** Threads have to wait where they did not until now: the exploration starts again. */
export class StartsAgain extends Error {}

interface Given {
  readonly program: WholeProgram;
  readonly accesses: CellAccesses;
  readonly fails: (name: string) => boolean;
  readonly decode: (instruction: Instruction, body: Body) => Decoded;
  /** Whether the caller has waited enough. */
  readonly isLate: () => boolean;
}

/** Executes the threads of a program on symbolic states. */
export class Machine {
  readonly program: WholeProgram;
  readonly memory: SymbolicMemory;
  readonly accesses: CellAccesses;
  /** Whether a call of the function is an error. */
  readonly fails: (name: string) => boolean;
  private readonly decode: Given['decode'];
  private readonly isLate: () => boolean;
  private steps = 0;
  private readonly decoded = new Map<Instruction, Decoded>();

  constructor({ program, accesses, fails, decode, isLate }: Given) {
    this.program = program;
    this.memory = new SymbolicMemory(program.globals);
    this.accesses = accesses;
    this.fails = fails;
    this.decode = decode;
    this.isLate = isLate;
  }

  /** Starts a thread in a function. */
  start(state: State, id: string, body: Body, values: readonly Value[]): void {
    const { ended } = state.threads.get(id.slice(0, id.lastIndexOf('.'))) ?? { ended: [] };
    state.threads.set(id, { id, frames: [frameOf(body, values, undefined)], status: 'runs', ended: new Set(ended) });
  }

  call({ thread }: At, body: Body, values: readonly Value[], to: string | undefined): void {
    if (thread.frames.length > MOST_CALLS) throw new NotFollowed('a deep recursion');
    thread.frames.push(frameOf(body, values, to));
  }

  /** Ends a call. */
  return({ state, thread, frame }: At, value: Value | undefined): void {
    thread.frames.pop();
    const prefix = ownObjects(thread, thread.frames.length);
    for (const object of state.memory.keys()) if (object.startsWith(prefix)) state.memory.delete(object);
    const caller = thread.frames.at(-1);
    if (caller === undefined) thread.status = 'finished';
    else if (frame.to !== undefined && value !== undefined) caller.locals.set(frame.to, value);
  }

  /** Returns the name of an object of the innermost call. */
  ownObject({ thread }: At, name: string): string {
    return `${ownObjects(thread, thread.frames.length - 1)}${name}`;
  }

  goTo(frame: Frame, block: number): void {
    const visits = (frame.visits.get(block) ?? 0) + 1;
    if (visits > MOST_VISITS) throw new NotFollowed('a long loop');
    frame.visits.set(block, visits);
    frame.from = frame.block;
    frame.block = block;
    frame.at = 0;
  }

  /** Goes on in each of the ways. */
  choose(at: At, choices: readonly Choice[], apply: (at: At, holds: boolean) => void): State[] {
    return choices.map(({ condition, holds }, i) => {
      const state = i === choices.length - 1 ? at.state : at.state.copy(at.thread.id);
      state.condition = condition;
      apply(atOf(state, at.thread.id), holds);
      return state;
    });
  }

  /** Returns the other threads, except for those that have ended before. */
  othersOf({ state, thread }: At): Set<string> {
    return new Set([...state.threads.keys()].filter((id) => id !== thread.id && !thread.ended.has(id)));
  }

  /** Notes an access to a cell. */
  note(at: At, place: Place, isWrite: boolean): void {
    const { state, thread } = at;
    if (this.accesses.isPrivate(place.object, ownPrefix(thread))) return;
    if (this.accesses.isNewForeign(place.object, ownPrefix(thread))) throw new StartsAgain();
    const locks = new Set([...state.locks].flatMap(([lock, { owner }]) => (owner === thread.id ? [lock] : [])));
    const access = { thread: thread.id, isWrite, locks, others: this.othersOf(at) };
    if (this.accesses.add(cellOf(place), access)) throw new StartsAgain();
  }

  isVisible(place: Place): boolean {
    return this.accesses.visible.has(cellOf(place));
  }

  /** Whether the thread, which waits, can go on. */
  isEnabled(state: State, id: string): boolean {
    const at = atOf(state, id);
    return this.next(at.frame).isPossible(at, this);
  }

  /** Lets a thread run until it waits, is stuck or has finished. Returns the states in which it is then. */
  run(state: State, id: string): State[] {
    const isFirst = state.threads.get(id)!.status === 'waits';
    const work = [{ state, isFirst }];
    const ended: State[] = [];
    for (let each = work.pop(); each !== undefined; each = work.pop()) {
      const states = this.advance(each.state, id, each.isFirst);
      if (states === undefined) ended.push(each.state);
      else for (const next of states) work.push({ state: next, isFirst: false });
    }
    return ended;
  }

  /** Lets the thread run while there is one way to go on. Returns the states in which it is, if there are several. */
  private advance(state: State, id: string, isFirst: boolean): State[] | undefined {
    const thread = state.threads.get(id)!;
    if (thread.status === 'waits') thread.status = 'runs';
    for (let mayPass = isFirst; thread.status === 'runs'; mayPass = false) {
      if (++this.steps > MOST_STEPS || (this.steps % STEPS_BETWEEN_LOOKS === 0 && this.isLate())) {
        throw new NotFollowed('too many steps');
      }
      const frame = thread.frames.at(-1)!;
      const at: At = { state, thread, frame };
      const next = this.next(frame);
      if (!mayPass && next.isVisible(at, this)) {
        thread.status = 'waits';
        break;
      }
      frame.at++;
      const states = next.execute(at, this);
      if (states !== undefined) return states;
    }
    return undefined;
  }

  private next({ body, block, at }: Frame): Decoded {
    const instruction = body.code.blocks[block]!.instructions[at]!;
    let found = this.decoded.get(instruction);
    if (found === undefined) this.decoded.set(instruction, (found = this.decode(instruction, body)));
    return found;
  }
}

function atOf(state: State, id: string): At {
  const thread = state.threads.get(id)!;
  return { state, thread, frame: thread.frames.at(-1)! };
}

function cellOf({ object, offset }: Place): string {
  return `${object}+${offset}`;
}

function ownPrefix({ id }: Thread): string {
  return `own ${id} `;
}

function ownObjects(thread: Thread, depth: number): string {
  return `${ownPrefix(thread)}${depth} `;
}

function frameOf(body: Body, values: readonly Value[], to: string | undefined): Frame {
  const locals = new Map<string, Value>();
  for (const [name, number] of body.code.numbers) {
    const value = number < body.parameters ? values[number] : undefined;
    if (value !== undefined) locals.set(name, value);
  }
  return { body, to, block: 0, at: 0, from: -1, locals, visits: new Map() };
}
