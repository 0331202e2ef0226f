import type { RmwFunction } from '../operations/atomics.js';
import type { Site } from '../common/errors.js';
import type { Comparison, ThreadRun } from '../operations/operation.js';
import type { MemoryOrder } from '../operations/orders.js';
import {
  COMPARISONS,
  compareExchange,
  fence,
  join,
  load,
  lock,
  rmw,
  satisfies,
  spawn,
  store,
  unlock,
  until,
} from '../operations/operation.js';
import type { Program } from './program.js';
import { staticHandle } from './threads.js';

/** A constant or the value of a register. */
export type Operand = number | { readonly register: number };

interface At {
  readonly site?: Site;
}

/**
 * A thread as a list of instructions over registers, as in litmus tests and random programs. Addresses are operands, so
 * they may be computed. `skip` jumps forward over `count` instructions if its comparison holds.
 */
export type Instruction = At &
  (
    | {
        readonly op: 'load';
        readonly to: number;
        readonly address: Operand;
        readonly order?: MemoryOrder;
        readonly until?: { readonly compare: Comparison; readonly value: number };
      }
    | { readonly op: 'store'; readonly address: Operand; readonly value: Operand; readonly order?: MemoryOrder }
    | {
        readonly op: 'rmw';
        readonly fn: RmwFunction;
        readonly to: number;
        readonly address: Operand;
        readonly value: Operand;
        readonly expected?: Operand;
        readonly order?: MemoryOrder;
        /** Memory order of a compare-and-swap that fails. */
        readonly failureOrder?: MemoryOrder;
      }
    | { readonly op: 'fence'; readonly order: MemoryOrder }
    | { readonly op: 'move'; readonly to: number; readonly value: Operand }
    | { readonly op: 'add'; readonly to: number; readonly value: Operand }
    | {
        readonly op: 'skip';
        readonly left: Operand;
        readonly compare: Comparison;
        readonly right: Operand;
        readonly count: number;
      }
    | { readonly op: 'lock' | 'unlock'; readonly address: Operand }
    | { readonly op: 'spawn'; readonly to: number; readonly body: readonly Instruction[] }
    /** Waits for the static thread at this position, or for the handle in a register. */
    | { readonly op: 'join'; readonly thread: number | { readonly register: number } }
  );

/** Runs the instructions and returns the registers. */
export function* runInstructions(list: readonly Instruction[], initial: readonly number[] = []): ThreadRun {
  const registers = initial.slice();
  const value = (operand: Operand): number =>
    typeof operand === 'number' ? operand : (registers[operand.register] ?? 0);
  for (let i = 0; i < list.length; i++) {
    const step = list[i]!;
    const { site } = step;
    switch (step.op) {
      case 'load':
        registers[step.to] =
          step.until === undefined
            ? yield load(value(step.address), step.order, site)
            : yield until(value(step.address), step.until.compare, step.until.value, step.order, site);
        break;
      case 'store':
        yield store(value(step.address), value(step.value), step.order, site);
        break;
      case 'rmw':
        registers[step.to] =
          step.fn === 'cas'
            ? yield compareExchange(
                value(step.address),
                value(step.expected ?? 0),
                value(step.value),
                step.order,
                site,
                step.failureOrder,
              )
            : yield rmw(step.fn, value(step.address), value(step.value), step.order, site);
        break;
      case 'fence':
        yield fence(step.order, site);
        break;
      case 'move':
        registers[step.to] = value(step.value);
        break;
      case 'add':
        registers[step.to] = (value({ register: step.to }) + value(step.value)) | 0;
        break;
      case 'skip':
        if (satisfies(COMPARISONS.indexOf(step.compare), value(step.left), value(step.right))) i += step.count;
        break;
      case 'lock':
        yield lock(value(step.address), site);
        break;
      case 'unlock':
        yield unlock(value(step.address), site);
        break;
      case 'spawn':
        registers[step.to] = yield spawn(() => runInstructions(step.body), '', site);
        break;
      case 'join':
        yield join(typeof step.thread === 'number' ? staticHandle(step.thread) : value(step.thread), site);
        break;
    }
  }
  return registers;
}

/** A thread as a list of instructions. */
export interface InstructionThread {
  readonly name: string;
  readonly instructions: readonly Instruction[];
  /** Initial values of registers. */
  readonly registers?: readonly number[];
}

/** A program as plain data, as in litmus tests and random programs. */
export interface InstructionProgram {
  readonly name: string;
  readonly threads: readonly InstructionThread[];
  /** Initial values by address; 0 where absent. */
  readonly memory?: readonly number[];
  /** Names by address. */
  readonly names?: readonly string[];
}

/** Returns the program that runs these instructions. */
export function fromInstructions(source: InstructionProgram): Program {
  return {
    name: source.name,
    threads: source.threads.map(({ name, instructions, registers }) => ({
      name,
      body: () => runInstructions(instructions, registers),
    })),
    initialValue: (address) => source.memory?.[address] ?? 0,
    nameOf: (address) => source.names?.[address] ?? `[${address}]`,
  };
}
