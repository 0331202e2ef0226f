import { parseCall } from '../syntax/calls.js';
import type { Block, Instruction } from '../syntax/function.js';
import type { IntegerSet } from '../syntax/integer-sets.js';
import { allIntegers, both, either, others, sizeOf } from '../syntax/integer-sets.js';
import { splitAtCommas } from '../syntax/lexer.js';
import type { Widened } from './open-value-uses.js';
import { comparison, holdsFor, slotOf, widening } from './open-value-uses.js';
import type { OpenValueContext } from '../syntax/open-value-context.js';
import { nameOf } from '../syntax/values.js';

/**
 * Known properties of a local: it is the open value, possibly widened, or it is true (1) for these open values and
 * false (0) for others.
 */
type Known = { readonly widened: Widened } | { readonly holds: IntegerSet };

/** A path that starts at the call. */
interface Path {
  readonly block: Block;
  readonly at: number;
  readonly from: string;
  readonly locals: ReadonlyMap<string, Known>;
  readonly slots: ReadonlyMap<string, Known>;
  /** The open values for which the program takes this path. */
  readonly values: IntegerSet;
}

/** Limit of the walk: paths may fork, and loops may never end. */
const MOST_STEPS = 2000;

/** Calls that access no variables. */
const BLIND = /^@(?:llvm\.(?:dbg|lifetime)\.|__VERIFIER_(?:assume|nondet_\w+)$)/;
const WRITES: ReadonlySet<string> = new Set(['store', 'atomicrmw', 'cmpxchg']);

/**
 * Follows an open value from its call to its first use in a computation. Up to there, comparisons with constants decide
 * the path; assumptions and paths that end exclude values. One excluded value per path stands for all: with the others
 * the program does the same.
 */
export class OpenValueWalk {
  private readonly paths: Path[] = [];
  private steps = 0;
  private needed: IntegerSet = [];
  private readonly representatives: bigint[] = [];
  private readonly blocks: ReadonlyMap<string, Block>;

  constructor(
    private readonly context: OpenValueContext,
    private readonly call: Instruction,
    private readonly bits: number,
  ) {
    this.blocks = new Map(context.blocks.map((block) => [`%${block.label}`, block]));
    const block = context.blocks.find(({ instructions }) => instructions.includes(call))!;
    const locals = new Map<string, Known>([[call.result ?? '', { widened: { bits, by: '' } }]]);
    const at = block.instructions.indexOf(call) + 1;
    this.paths.push({ block, at, from: '', locals, slots: new Map(), values: allIntegers(bits) });
  }

  /** Returns the values that must all be tried, and the values that each represent others. */
  result(): { readonly needed: IntegerSet; readonly representatives: readonly bigint[] } {
    for (let path = this.paths.pop(); path !== undefined; path = this.paths.pop()) {
      const { values } = path;
      if (sizeOf(values) > 0n && this.follow(path) === 'used') this.needed = either(this.needed, values);
    }
    return { needed: this.needed, representatives: this.representatives };
  }

  /** Follows a path to the next instruction that uses the value. */
  private follow({ block, at: start, from, locals: before, slots: contents, values }: Path): 'used' | 'goes on' {
    const locals = new Map(before);
    const slots = new Map(contents);
    for (let at = start; at < block.instructions.length; at++) {
      const each = block.instructions[at]!;
      if (++this.steps > MOST_STEPS || each === this.call) return 'used';
      const rest = { block, at: at + 1, from, locals, slots };
      const { opcode, result = '', tokens } = each;
      const slot = slotOf(each);
      const used = tokens.filter(({ text }) => locals.has(text)).map(({ text }) => text);
      const known = used.length === 1 ? locals.get(used[0]!)! : undefined;
      if (opcode === 'phi') {
        const chosen = this.incoming(each, from, before);
        if (chosen === undefined) locals.delete(result);
        else locals.set(result, chosen);
      } else if (opcode === 'load' && slot !== undefined && slots.has(slot)) {
        const content = slots.get(slot)!;
        if (!this.fits(each, slot, content)) return 'used';
        locals.set(result, content);
      } else if (opcode === 'store' && slot !== undefined && this.isKnown(slot) && used[0] !== slot) {
        if (known === undefined) slots.delete(slot);
        else if (!this.fits(each, slot, known)) return 'used';
        else slots.set(slot, known);
      } else if (opcode === 'br' || opcode === 'switch') return this.branch(each, rest, known, values);
      else if (opcode === 'ret' || opcode === 'unreachable') {
        // Code that runs after main, such as C++ destructors, may read the variables that hold the value.
        if (used.length > 0 || this.isShared(slots)) return 'used';
        this.represent(values);
        return 'goes on';
      } else if (opcode === 'call' && known !== undefined && this.context.isAssumption(each)) {
        const holds = this.truth(known);
        this.represent(both(values, others(holds, this.bits)));
        this.paths.push({ ...rest, values: both(values, holds) });
        return 'goes on';
      } else if (known !== undefined) {
        const made = this.made(each, known);
        if (made === undefined) return 'used';
        locals.set(result, made);
      } else if (used.length > 0) return 'used';
      else if (this.mayAccess(each, slots)) return 'used';
      else locals.delete(result);
    }
    return 'used';
  }

  /** Returns whether it is a variable that no other thread or function accesses for now. */
  private isKnown(slot: string): boolean {
    return this.context.isPrivate(slot) || this.context.isOurs(slot);
  }

  /** Returns whether the access covers the whole variable. For a private variable it always does. */
  private fits({ opcode, tokens }: Instruction, slot: string, known: Known): boolean {
    if (this.context.isPrivate(slot)) return true;
    return (
      (opcode === 'load' || opcode === 'store') && 'widened' in known && tokens[1]?.text === `i${known.widened.bits}`
    );
  }

  /** Returns whether the instruction may access a variable that holds the value and is not private. */
  private mayAccess(each: Instruction, slots: ReadonlyMap<string, Known>): boolean {
    if (!this.isShared(slots)) return false;
    if (WRITES.has(each.opcode)) return true;
    return each.opcode === 'call' && !BLIND.test(nameOf(parseCall(each).callee) ?? '');
  }

  /** Returns whether a variable that is not private holds the value. */
  private isShared(slots: ReadonlyMap<string, Known>): boolean {
    return [...slots.keys()].some((slot) => !this.context.isPrivate(slot));
  }

  private branch(
    { opcode, tokens }: Instruction,
    rest: Omit<Path, 'values'>,
    known: Known | undefined,
    values: IntegerSet,
  ): 'used' | 'goes on' {
    const labels = tokens.flatMap(({ text }, at) => (tokens[at - 1]?.text === 'label' ? [text] : []));
    if (opcode === 'switch' && known !== undefined) return 'used';
    const holds = known === undefined ? undefined : this.truth(known);
    labels.forEach((label, index) => {
      const block = this.blocks.get(label);
      if (block === undefined) return;
      const taken = holds === undefined ? values : both(values, index === 0 ? holds : others(holds, this.bits));
      this.paths.push({ ...rest, block, at: 0, from: `%${rest.block.label}`, values: taken });
    });
    return 'goes on';
  }

  /**
   * Returns what the instruction computes from the value or from a comparison of it; undefined if it is anything else.
   */
  private made(each: Instruction, known: Known): Known | undefined {
    const by = comparison(each);
    const wider = widening(each);
    if ('widened' in known) {
      if (by !== undefined) return { holds: holdsFor(by, known.widened, this.bits) };
      return wider !== undefined && known.widened.by === '' ? { widened: wider.widened } : undefined;
    }
    const { holds } = known;
    if (by?.constant === 0n) {
      if (by.predicate === 'ne') return { holds };
      return by.predicate === 'eq' ? { holds: others(holds, this.bits) } : undefined;
    }
    if (each.opcode === 'zext' || each.opcode === 'trunc') return { holds };
    const isNot = each.opcode === 'xor' && each.tokens.some(({ text }) => text === 'true');
    return isNot ? { holds: others(holds, this.bits) } : undefined;
  }

  /** Returns the open values for which it is not 0. */
  private truth(known: Known): IntegerSet {
    if ('holds' in known) return known.holds;
    return holdsFor({ operand: '', predicate: 'ne', constant: 0n }, known.widened, this.bits);
  }

  /** Returns the value that a phi receives from the previous block. */
  private incoming({ tokens }: Instruction, from: string, locals: ReadonlyMap<string, Known>): Known | undefined {
    const start = tokens.findIndex(({ text }) => text === '[');
    const text = splitAtCommas(tokens.slice(start)).find((each) => each.at(-2)?.text === from)?.[1]?.text;
    if (text === 'true') return { holds: allIntegers(this.bits) };
    return text === 'false' ? { holds: [] } : locals.get(text ?? '');
  }

  private represent(values: IntegerSet): void {
    const [first] = values.toSorted(([a], [b]) => (a < b ? 1 : -1));
    if (first !== undefined) this.representatives.push(first[0]);
  }
}

/** Returns whether no other thread and no function of the program can have run before this instruction of `main`. */
export function nothingBefore(blocks: readonly Block[], instruction: Instruction): boolean {
  const labelled = new Map(blocks.map((block) => [`%${block.label}`, block]));
  const own = blocks.find(({ instructions }) => instructions.includes(instruction))!;
  const leadHere = new Set<Block>();
  for (let before = -1; before !== leadHere.size;) {
    before = leadHere.size;
    for (const block of blocks) {
      const next = (block.instructions.at(-1)?.tokens ?? []).flatMap(({ text }) => labelled.get(text) ?? []);
      if (next.some((each) => each === own || leadHere.has(each))) leadHere.add(block);
    }
  }
  const earlier = [...leadHere].flatMap(({ instructions }) => instructions);
  if (!leadHere.has(own)) earlier.push(...own.instructions.slice(0, own.instructions.indexOf(instruction)));
  return earlier.every((each) => each.opcode !== 'call' || BLIND.test(nameOf(parseCall(each).callee) ?? ''));
}
