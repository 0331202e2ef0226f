import type { Loop } from './control-flow-loops.js';
import { strictDominators } from './dominators.js';
import type { Block, Instruction } from '../syntax/function.js';
import type { Graph } from './graph.js';
import { reachable } from './graph.js';
import { Cursor } from '../syntax/lexer.js';
import type { Placed } from './block-position.js';
import { addPlaced } from './block-position.js';
import type { PrivateVariables } from './private-variables.js';
import { locals } from './private-variables.js';
import type { Type } from '../syntax/types.js';
import { parseType } from '../syntax/types.js';
import type { Value } from '../syntax/values.js';
import { nameOf, parseTypedValue, parseValue } from '../syntax/values.js';

/** A conversion of an integer, or an operation on it with a constant `by`, such as a mask. */
export interface Conversion {
  readonly opcode: string;
  readonly from: Type;
  readonly to: Type;
  readonly by?: string;
}

/** A value that can be computed at the head of the loop: a constant, or the content of a variable. */
export interface Source {
  readonly constant?: Value;
  readonly slot?: { readonly name: string; readonly type: Type };
  readonly conversions: readonly Conversion[];
}

/** A comparison of the counter with a value that the loop does not change. */
export interface Test {
  readonly predicate: string;
  readonly type: Type;
  readonly conversions: readonly Conversion[];
  /** Whether the counter is the left operand. */
  readonly isLeft: boolean;
  readonly other: Source;
}

/** A private variable that grows by the same amount in each iteration, and may wrap around. */
interface Growing {
  readonly slot: string;
  readonly type: Type;
  readonly step: bigint;
  /** What is done with the sum before it is stored, such as a mask. */
  readonly wrap: Conversion | undefined;
  /** The sum, and the value that is stored. */
  readonly sum: string;
  readonly stored: string;
}

/** A growing variable that the program only compares with fixed values. */
export interface Counter extends Growing {
  readonly tests: readonly Test[];
}

/**
 * Finds the counters of loops: variables that grow by a constant in every iteration, whatever the iteration reads, and
 * that are only compared. Iterations between which no comparison changes its outcome do the same if they read the same
 * (docs/internals/decisions/0028).
 */
export class Counters {
  private readonly blocks: readonly Block[];
  private readonly successors: Graph;
  private readonly loops: readonly Loop[];
  private readonly variables: PrivateVariables;
  private readonly dominators: Int32Array;
  private readonly definitions = new Map<string, Placed>();
  private readonly uses = new Map<string, Placed[]>();
  /** Accesses to slots. */
  private readonly loads = new Map<string, Placed[]>();
  private readonly stores = new Map<string, Placed[]>();

  constructor(
    blocks: readonly Block[],
    successors: Graph,
    loops: readonly Loop[],
    variables: PrivateVariables,
    dominators: Int32Array,
  ) {
    this.blocks = blocks;
    this.successors = successors;
    this.loops = loops;
    this.variables = variables;
    this.dominators = dominators;
    blocks.forEach(({ instructions }, block) => {
      for (const instruction of instructions) {
        const placed = { instruction, block };
        if (instruction.result !== undefined) this.definitions.set(instruction.result, placed);
        for (const name of new Set(locals(instruction))) addPlaced(this.uses, name, placed);
        const access = variables.accesses.get(instruction);
        if (access !== undefined)
          addPlaced(access.stored === undefined ? this.loads : this.stores, access.slot, placed);
      }
    });
  }

  /**
   * Returns the variable as a counter of the loop; undefined if it is none. `outlives`: its value may be used after the
   * loop.
   */
  of(loop: Loop, slot: string, outlives: boolean): Counter | undefined {
    const growing = this.growing(loop, slot);
    if (growing === undefined) return undefined;
    const tests: Test[] = [];
    for (const { instruction, block } of this.loads.get(slot) ?? []) {
      if (!loop.body.has(block) && !outlives) continue;
      if (!this.collectTests(loop, growing, instruction.result!, [], tests)) return undefined;
    }
    return { ...growing, tests };
  }

  /** Returns whether a counter ends the loop, as far as its code shows. */
  isCounted(loop: Loop): boolean {
    return [...loop.body].some((block) => {
      const last = this.blocks[block]!.instructions.at(-1);
      const leaves = this.successors[block]!.some((target) => !loop.body.has(target));
      if (last?.opcode !== 'br' || !leaves || !this.isOnEveryWay(loop, block)) return false;
      const condition = this.definitions.get(locals(last)[0] ?? '')?.instruction;
      return condition?.opcode === 'icmp' && locals(condition).some((name) => this.isGrowing(loop, name));
    });
  }

  /** Returns whether the value is that of a growing variable, possibly converted. */
  private isGrowing(loop: Loop, name: string): boolean {
    const definition = this.definitions.get(name)?.instruction;
    if (definition === undefined) return false;
    const access = this.variables.accesses.get(definition);
    if (access !== undefined) return this.growing(loop, access.slot) !== undefined;
    const isPassedOn = isConversion(definition) || stepOf(definition) !== undefined;
    return isPassedOn && locals(definition).some((each) => this.isGrowing(loop, each));
  }

  private growing(loop: Loop, slot: string): Growing | undefined {
    const type = this.variables.slots.get(slot);
    if (type?.kind !== 'int') return undefined;
    const [store, ...more] = this.storesIn(loop, slot);
    if (store === undefined || more.length > 0 || !this.isOnEveryWay(loop, store.block)) return undefined;
    const stored = this.variables.accesses.get(store.instruction)!.stored!;
    const last = this.definitions.get(stored)?.instruction;
    const before = last === undefined || stepOf(last) !== undefined ? undefined : locals(last)[0];
    const wrap = before === undefined ? undefined : maskingOf(last!, before);
    const sum = wrap === undefined ? stored : before!;
    const addition = this.definitions.get(sum);
    const step = addition && stepOf(addition.instruction);
    const loaded = this.definitions.get(step?.of ?? '');
    const access = loaded && this.variables.accesses.get(loaded.instruction);
    // Nothing is stored between the load and the store: there is only one store, executed once per iteration.
    if (access?.slot !== slot || !loop.body.has(loaded!.block)) return undefined;
    return { slot, type, step: step!.by, wrap, sum, stored };
  }

  /** Returns whether every iteration executes this block exactly once. */
  private isOnEveryWay(loop: Loop, block: number): boolean {
    const isInner = this.loops.some(
      ({ header, body }) => header !== loop.header && loop.body.has(header) && body.has(block),
    );
    if (isInner) return false;
    return loop.latches.every((latch) => latch === block || strictDominators(this.dominators, latch).has(block));
  }

  /** Whether the sum is only used for the value that is stored. */
  private isOnlyWrapped({ sum, stored }: Growing): boolean {
    return (this.uses.get(sum) ?? []).every(({ instruction }) => instruction.result === stored);
  }

  /** Collects the comparisons of a value; returns false if it has other uses. */
  private collectTests(
    loop: Loop,
    growing: Growing,
    name: string,
    conversions: readonly Conversion[],
    tests: Test[],
  ): boolean {
    return (this.uses.get(name) ?? []).every(({ instruction, block }) => {
      const { result, opcode } = instruction;
      if (result === growing.stored || (result === growing.sum && this.isOnlyWrapped(growing)))
        return this.collectTests(loop, growing, growing.stored, [], tests);
      if (name === growing.stored && this.variables.accesses.get(instruction)?.slot === growing.slot) return true;
      if (isConversion(instruction)) {
        return this.collectTests(loop, growing, result!, [...conversions, parseConversion(instruction)], tests);
      }
      const masking = maskingOf(instruction, name);
      if (masking !== undefined) return this.collectTests(loop, growing, result!, [...conversions, masking], tests);
      if (opcode !== 'icmp') return false;
      const { predicate, type, operands } = parseComparison(instruction);
      const isLeft = nameOf(operands[0]) === name;
      const other = this.sourceOf(loop, operands[isLeft ? 1 : 0], loop.body.has(block));
      if (other === undefined) return false;
      tests.push({ predicate, type, conversions, isLeft, other });
      return true;
    });
  }

  /**
   * Returns the source of the value, if it is the same at the head of the loop. `isInside`: the value is used in the
   * loop. Otherwise the code after the loop must not change it either.
   */
  private sourceOf(loop: Loop, value: Value, isInside: boolean): Source | undefined {
    const conversions: Conversion[] = [];
    if (value.length === 1 && value[0]!.kind !== 'local' && value[0]!.kind !== 'global') {
      return { constant: value, conversions };
    }
    let definition = this.definitions.get(nameOf(value) ?? '');
    while (definition !== undefined && isConversion(definition.instruction)) {
      conversions.unshift(parseConversion(definition.instruction));
      definition = this.definitions.get(locals(definition.instruction)[0] ?? '');
    }
    const access = definition && this.variables.accesses.get(definition.instruction);
    if (access === undefined) return undefined;
    const from = isInside ? loop.body : this.fromHere(loop);
    const isFixed = (this.stores.get(access.slot) ?? []).every(({ block }) => !from.has(block));
    if (!from.has(definition!.block) || !isFixed) return undefined;
    return { slot: { name: access.slot, type: access.type }, conversions };
  }

  /** Returns the blocks that may be executed from the head of the loop on. */
  private fromHere({ header }: Loop): ReadonlySet<number> {
    return reachable(this.successors, header, new Set(this.blocks.keys()));
  }

  private storesIn({ body }: Loop, slot: string): readonly Placed[] {
    return (this.stores.get(slot) ?? []).filter(({ block }) => body.has(block));
  }
}

function isConversion({ opcode }: Instruction): boolean {
  return opcode === 'sext' || opcode === 'zext' || opcode === 'trunc';
}

function parseConversion({ opcode, tokens }: Instruction): Conversion {
  const cursor = new Cursor(tokens, 1);
  skipFlags(cursor);
  const { type } = parseTypedValue(cursor);
  cursor.expect('to');
  return { opcode, from: type, to: parseType(cursor) };
}

/** Operations whose result depends only on the counter, so that comparing it is comparing the counter. */
const MASKING = new Set(['and', 'or', 'xor', 'lshr', 'ashr', 'urem', 'srem', 'udiv', 'sdiv']);

/** Returns the operation on the value `name` if the other operand is a constant that is not 0. */
function maskingOf({ opcode, tokens }: Instruction, name: string): Conversion | undefined {
  if (!MASKING.has(opcode)) return undefined;
  const cursor = new Cursor(tokens, 1);
  skipFlags(cursor);
  const { type, value } = parseTypedValue(cursor);
  cursor.expect(',');
  const [by] = parseValue(cursor);
  if (nameOf(value) !== name || by === undefined || !/^-?[1-9]\d*$/.test(by.text) || by.text === '-1') return undefined;
  return { opcode, from: type, to: type, by: by.text };
}

interface Comparison {
  readonly predicate: string;
  readonly type: Type;
  readonly operands: readonly [Value, Value];
}

function parseComparison({ tokens }: Instruction): Comparison {
  const cursor = new Cursor(tokens, 1);
  cursor.accept('samesign');
  const predicate = cursor.next().text;
  const { type, value } = parseTypedValue(cursor);
  cursor.expect(',');
  return { predicate, type, operands: [value, parseValue(cursor)] };
}

/** Returns the constant that an addition or subtraction adds, and the value it is added to. */
function stepOf({ opcode, tokens }: Instruction): { readonly of: string; readonly by: bigint } | undefined {
  if (opcode !== 'add' && opcode !== 'sub') return undefined;
  const cursor = new Cursor(tokens, 1);
  skipFlags(cursor);
  const of = nameOf(parseTypedValue(cursor).value);
  cursor.expect(',');
  const [by] = parseValue(cursor);
  if (of === undefined || by === undefined || !/^-?\d+$/.test(by.text)) return undefined;
  return { of, by: opcode === 'add' ? BigInt(by.text) : -BigInt(by.text) };
}

function skipFlags(cursor: Cursor): void {
  while (['nuw', 'nsw', 'nneg', 'exact', 'disjoint'].some((flag) => cursor.accept(flag)));
}
