import type { Around } from './situations.js';
import type { Context } from '../races/contexts.js';
import { effectOf } from '../races/library-effects.js';
import type { CallOperation, Sources } from '../races/operations.js';
import type { PointsTo } from '../races/points-to.js';
import { synchronisationBy } from '../races/synchronisation.js';
import { bytesOfLock } from './cells.js';
import { choose } from './conditions.js';
import type { Environment } from './environment.js';
import type { MemoryAccess } from './memory-access.js';
import type { Term } from './terms.js';

const ENDS = /^(?:abort|_?_?exit|_Exit|__assert(?:_fail)?|llvm\.(?:ubsan|debug)?trap)$/;
const ASSUMES = /^(?:__VERIFIER_assume|assume_abort_if_not|__VERIFIER_assert)$/;
/** They make nothing of what they are given. */
const KEEPS = /^(?:c?free|llvm\.lifetime\.end.*)$/;

export interface LibraryCall {
  readonly name: string;
  readonly call: CallOperation;
  readonly values: readonly Term[];
  readonly context: Context;
  readonly around: Around;
}

/** What calls of functions that the program does not define do with numbers. */
export class LibraryCalls {
  private readonly memory: MemoryAccess;
  private readonly pointsTo: PointsTo;

  constructor(memory: MemoryAccess, pointsTo: PointsTo) {
    this.memory = memory;
    this.pointsTo = pointsTo;
  }

  /** Changes the environment as the call does; returns whether the call returns. */
  apply(at: Environment, given: LibraryCall): boolean {
    const { name, call, values, context, around } = given;
    if (ENDS.test(name)) return false;
    if (ASSUMES.test(name)) return values[0] === undefined || choose(at, values[0], [0n], false);
    const { before } = around;
    const synchronisation = synchronisationBy(name);
    switch (synchronisation?.kind) {
      case 'create':
        this.create(at, given, synchronisation.argument);
        this.overwrite(at, call.arguments[synchronisation.handle] ?? [], 8, context, before);
        return true;
      case 'join':
        this.overwrite(at, call.arguments[synchronisation.result] ?? [], 8, context, before);
        return true;
      case 'exit':
        this.memory.leaveOthers(at, undefined);
        return false;
      case undefined:
        break;
      default:
        return true;
    }
    if (around.within !== undefined) this.memory.move(at, around.within);
    if (bytesOfLock(name) > 0 && name !== 'sem_getvalue') return true;
    this.effect(at, given);
    return true;
  }

  /** Returns the result, if it is known. */
  result(at: Environment, { name, values }: LibraryCall): Term | undefined {
    return name.startsWith('llvm.expect.') ? values[0] : undefined;
  }

  private create(at: Environment, { call, values, context }: LibraryCall, argument: number): void {
    for (const thread of this.pointsTo.contexts.startedBy(context, call)) {
      const value = values[argument];
      this.memory.start(thread, at, value);
    }
    // Others have found nothing before.
    this.memory.leaveEmpty(at);
  }

  private effect(at: Environment, { name, call, context, around: { before } }: LibraryCall): void {
    const effect = effectOf(name);
    if (name.startsWith('llvm.lifetime.start')) {
      const place = call.arguments.findIndex((each) => each.length > 0);
      this.overwrite(at, call.arguments[place] ?? [], Infinity, context, before);
      return;
    }
    if (effect === undefined || KEEPS.test(name)) return;
    if (effect.result === 'heap' && call.to >= 0) {
      const value = name === 'calloc' ? 0n : undefined;
      for (const object of this.pointsTo.targetsOf(context.first + call.to).objects.keys()) {
        this.memory.allocate(at, object, before, value);
      }
    }
    const length = (effect.length === undefined ? undefined : call.constants[effect.length]) ?? Infinity;
    call.arguments.forEach((argument, place) => {
      if ((effect.arguments[place] ?? effect.arguments.at(-1)) !== 'writes') return;
      const isFilled = /^(?:llvm\.)?memset\b/.test(name) && Number.isFinite(length);
      this.overwrite(at, argument, length, context, before, isFilled ? call.constants[1] : undefined);
    });
  }

  /** Notes that the bytes may have changed to `byte`, or to any if that is undefined. */
  private overwrite(
    at: Environment,
    address: Sources,
    bytes: number,
    context: Context,
    situation: number,
    byte?: number,
  ): void {
    const ranges = this.pointsTo.ranges(address, context, bytes);
    for (const { object, range } of ranges) {
      for (const cell of this.memory.cells.within(object.number, range)) {
        const { offset, stride, bytes: own } = cell.range;
        const isWhole =
          stride === 0
            ? range.offset <= offset && offset + own <= range.offset + bytes
            : range.offset === 0 && bytes === object.bytes;
        const isFilled = byte !== undefined && range.stride === 0 && isWhole;
        const filled = isFilled ? BigInt(`0x${(byte & 255).toString(16).padStart(2, '0').repeat(own)}`) : 0n;
        const value = isFilled ? BigInt.asIntN(cell.bits, filled) : undefined;
        const isSure = isFilled && ranges.length === 1;
        this.memory.write(
          at,
          cell,
          at.fresh(cell.bits, value === undefined ? undefined : [[value, value]]),
          isSure,
          situation,
        );
      }
    }
  }
}
