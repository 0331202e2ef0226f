import type { Loop } from './control-flow-loops.js';
import { strictDominators } from './dominators.js';
import type { Block, Instruction } from './function.js';
import type { Graph } from './graph.js';
import { Cursor } from './lexer.js';
import type { PrivateVariables } from './private-variables.js';
import { locals } from './private-variables.js';
import type { Type } from './types.js';
import { parseType } from './types.js';
import type { Value } from './values.js';
import { nameOf, parseTypedValue, parseValue } from './values.js';

/** A conversion of an integer. */
export interface Conversion {
  readonly opcode: string;
  readonly from: Type;
  readonly to: Type;
}

/** A value that can be computed at the head of the loop: a constant, or what a variable holds. */
export interface Source {
  readonly constant?: Value;
  readonly slot?: { readonly name: string; readonly type: Type };
  readonly conversions: readonly Conversion[];
}

/** A comparison of the counter with something that the loop does not change. */
export interface Test {
  readonly predicate: string;
  readonly type: Type;
  readonly conversions: readonly Conversion[];
  /** Is the counter the left operand? */
  readonly isLeft: boolean;
  readonly other: Source;
}

/** A private variable that grows by the same amount in each iteration. */
interface Growing {
  readonly slot: string;
  readonly type: Type;
  readonly step: bigint;
  /** The sum that is stored. */
  readonly sum: string;
}

/** One of which the program uses nothing but how it compares with fixed values. */
export interface Counter extends Growing {
  readonly tests: readonly Test[];
}

interface Placed {
  readonly instruction: Instruction;
  readonly block: number;
}

/**
 * Finds the counters of loops: variables that grow by a constant in every iteration, whatever it reads, and that are
 * only compared. Iterations between which no comparison changes do the same if they read the same
 * (docs/internals/decisions/0027).
 */
export class Counters {
  private readonly blocks: readonly Block[];
  private readonly successors: Graph;
  private readonly loops: readonly Loop[];
  private readonly variables: PrivateVariables;
  private readonly dominators: Int32Array;
  private readonly definitions = new Map<string, Placed>();
  private readonly uses = new Map<string, Placed[]>();

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
        if (instruction.result !== undefined) this.definitions.set(instruction.result, { instruction, block });
        for (const name of new Set(locals(instruction))) {
          const known = this.uses.get(name);
          if (known === undefined) this.uses.set(name, [{ instruction, block }]);
          else known.push({ instruction, block });
        }
      }
    });
  }

  /** The variable as a counter of the loop. `outlives`: its value may be used after the loop. */
  of(loop: Loop, slot: string, outlives: boolean): Counter | undefined {
    const growing = this.growing(loop, slot);
    if (growing === undefined) return undefined;
    const tests: Test[] = [];
    for (const [{ result }, access] of this.variables.accesses) {
      if (access.slot !== slot || access.stored !== undefined) continue;
      const { block } = this.definitions.get(result!)!;
      if (!loop.body.has(block) && !outlives) continue;
      if (!this.collectTests(loop, growing, result!, [], tests)) return undefined;
    }
    return { ...growing, tests };
  }

  /** Does a counter end the loop after a number of iterations that is fixed when the loop is entered? */
  isCounted(loop: Loop): boolean {
    return [...loop.body].some((block) => {
      const last = this.blocks[block]!.instructions.at(-1);
      if (last?.opcode !== 'br' || !this.isOnEveryWay(loop, block)) return false;
      const [yes, no] = this.successors[block]!;
      if (yes === undefined || no === undefined || loop.body.has(yes) === loop.body.has(no)) return false;
      const condition = this.definitions.get(locals(last)[0] ?? '')?.instruction;
      return condition?.opcode === 'icmp' && this.endsSooner(loop, condition, loop.body.has(yes));
    });
  }

  /** Does the loop end at last, if it continues while the comparison `holds`? */
  private endsSooner(loop: Loop, comparison: Instruction, holds: boolean): boolean {
    for (const isLeft of [true, false]) {
      const { predicate, operands } = parseComparison(comparison);
      const counter = this.counterBehind(loop, nameOf(operands[isLeft ? 0 : 1]!));
      if (counter === undefined || this.sourceOf(loop, operands[isLeft ? 1 : 0]!, true) === undefined) continue;
      const goal = predicate.slice(-2);
      if (predicate === 'eq' || predicate === 'ne') {
        if ((predicate === 'ne') === holds && (counter.step === 1n || counter.step === -1n)) return true;
        continue;
      }
      const grows = counter.step > 0n;
      // Continues while it is below something.
      const isBelow = (goal === 'lt' || goal === 'le') === isLeft;
      if ((isBelow === holds) === grows) return true;
    }
    return false;
  }

  /** The growing variable that a value is, but for conversions. */
  private counterBehind(loop: Loop, name: string | undefined): Growing | undefined {
    const definition = name === undefined ? undefined : this.definitions.get(name)?.instruction;
    if (definition === undefined) return undefined;
    if (isConversion(definition)) return this.counterBehind(loop, locals(definition)[0]);
    const access = this.variables.accesses.get(definition);
    if (access !== undefined) return this.growing(loop, access.slot);
    const loaded = this.definitions.get(locals(definition)[0] ?? '')?.instruction;
    const slot = loaded && this.variables.accesses.get(loaded)?.slot;
    const growing = slot === undefined ? undefined : this.growing(loop, slot);
    return growing?.sum === name ? growing : undefined;
  }

  private growing(loop: Loop, slot: string): Growing | undefined {
    const type = this.variables.slots.get(slot);
    if (type?.kind !== 'int') return undefined;
    const stores = [...this.variables.accesses]
      .filter(([, access]) => access.slot === slot && access.stored !== undefined)
      .map(([instruction]) => ({ instruction, block: this.blockOf(instruction) }))
      .filter(({ block }) => loop.body.has(block));
    const [store] = stores;
    if (store === undefined || stores.length > 1 || !this.isOnEveryWay(loop, store.block)) return undefined;
    const sum = this.variables.accesses.get(store.instruction)!.stored!;
    const addition = this.definitions.get(sum);
    if (addition === undefined || !loop.body.has(addition.block)) return undefined;
    const step = stepOf(addition.instruction);
    const loaded = this.definitions.get(step?.of ?? '')?.instruction;
    const access = loaded && this.variables.accesses.get(loaded);
    // Nothing else is stored between the load and the store: there is one store, and it comes once per iteration.
    if (access?.slot !== slot || access.stored !== undefined || !loop.body.has(this.blockOf(loaded!))) return undefined;
    return { slot, type, step: step!.by, sum };
  }

  /** Does every iteration execute this block, and once only? */
  private isOnEveryWay(loop: Loop, block: number): boolean {
    const isInner = this.loops.some(
      ({ header, body }) => header !== loop.header && loop.body.has(header) && body.has(block),
    );
    if (isInner) return false;
    return loop.latches.every((latch) => latch === block || strictDominators(this.dominators, latch).has(block));
  }

  /** Collects the comparisons of a value; false if it is used otherwise. */
  private collectTests(
    loop: Loop,
    growing: Growing,
    name: string,
    conversions: readonly Conversion[],
    tests: Test[],
  ): boolean {
    return (this.uses.get(name) ?? []).every(({ instruction, block }) => {
      const { result, opcode } = instruction;
      if (result === growing.sum) return this.collectTests(loop, growing, result, conversions, tests);
      if (name === growing.sum && this.variables.accesses.get(instruction)?.slot === growing.slot) return true;
      if (isConversion(instruction)) {
        return this.collectTests(loop, growing, result!, [...conversions, parseConversion(instruction)], tests);
      }
      if (opcode !== 'icmp') return false;
      const { predicate, type, operands } = parseComparison(instruction);
      const isLeft = nameOf(operands[0]) === name;
      const other = this.sourceOf(loop, operands[isLeft ? 1 : 0], loop.body.has(block));
      if (other === undefined) return false;
      tests.push({ predicate, type, conversions, isLeft, other });
      return true;
    });
  }

  /** Where the value comes from, if the loop does not change it. Outside, variables may have changed. */
  private sourceOf(loop: Loop, value: Value, isInside: boolean): Source | undefined {
    const conversions: Conversion[] = [];
    if (value.length === 1 && value[0]!.kind !== 'local' && value[0]!.kind !== 'global') {
      return { constant: value, conversions };
    }
    let definition = this.definitions.get(nameOf(value) ?? '')?.instruction;
    for (; definition !== undefined && isConversion(definition);) {
      conversions.unshift(parseConversion(definition));
      definition = this.definitions.get(locals(definition)[0] ?? '')?.instruction;
    }
    const access = definition && this.variables.accesses.get(definition);
    if (!isInside || access === undefined || access.stored !== undefined || this.isStoredIn(loop, access.slot)) {
      return undefined;
    }
    return { slot: { name: access.slot, type: access.type }, conversions };
  }

  private isStoredIn(loop: Loop, slot: string): boolean {
    return [...this.variables.accesses].some(
      ([instruction, access]) =>
        access.slot === slot && access.stored !== undefined && loop.body.has(this.blockOf(instruction)),
    );
  }

  private blockOf(instruction: Instruction): number {
    return this.blocks.findIndex(({ instructions }) => instructions.includes(instruction));
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

/** What an addition or subtraction of a constant adds, and to what. */
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
  while (['nuw', 'nsw', 'nneg'].some((flag) => cursor.accept(flag)));
}
