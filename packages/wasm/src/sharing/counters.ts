import { OP } from '../format.js';
import { MORE } from './instructions.js';

/** An instruction of a loop. `number`: index of a local, or the constant. */
export interface Token {
  readonly opcode: number;
  readonly number: number;
}

/** The value a counter is compared with: a constant, or a local that the loop does not set. */
export type Limit = { readonly constant: number } | { readonly local: number };

/**
 * A local that a loop only steps by a constant, in one place, and that its function otherwise only compares. Its exact
 * value is not observable (docs/internals/decisions/0028).
 */
export interface Counter {
  readonly local: number;
  readonly limits: readonly Limit[];
}

const BLOCK = 0x02;
const ADD = 0x6a;
const SUBTRACT = 0x6b;
const IS_ZERO = 0x45;
const BRANCH_IF = 0x0d;
const FIRST_COMPARISON = 0x46;
const LAST_COMPARISON = 0x4f;
/** Additional limits: the results of unsigned comparisons change at 0, and all numbers wrap around. */
const BORDERS: readonly Limit[] = [{ constant: 0 }, { constant: -(2 ** 31) }, { constant: 2 ** 31 - 1 }];

/** A loop, within its function. */
export interface CountedLoop {
  /** Tokens of the function. */
  readonly tokens: readonly Token[];
  readonly first: number;
  readonly last: number;
  /** Locals that the loop sets. */
  readonly set: ReadonlySet<number>;
}

/** Returns the counters among the locals that a loop sets. */
export function countersIn(loop: CountedLoop): readonly Counter[] {
  return [...loop.set].flatMap((local) => {
    const limits = new Uses(loop, local).limits();
    return limits === undefined ? [] : [{ local, limits: [...limits, ...BORDERS] }];
  });
}

/** Analyses how a function uses a local that one of its loops sets. */
class Uses {
  private readonly loop: CountedLoop;
  private readonly tokens: readonly Token[];
  private readonly local: number;
  private readonly found: Limit[] = [];
  private steps = 0;
  private isCompared = false;

  constructor(loop: CountedLoop, local: number) {
    this.loop = loop;
    this.tokens = loop.tokens;
    this.local = local;
  }

  /** Returns the limits of the counter; undefined if the local is not a counter. */
  limits(): readonly Limit[] | undefined {
    const { first, last } = this.loop;
    const blocks: boolean[] = [];
    for (let i = 0; i < this.tokens.length; i++) {
      const { opcode } = this.tokens[i]!;
      const isInside = i >= first && i < last;
      const isBlock = opcode === MORE.loop || opcode === BLOCK || opcode === OP.if;
      if (isBlock) blocks.push(opcode === MORE.loop && isInside);
      else if (opcode === OP.end) blocks.pop();
      else if (this.is(i, OP.localGet)) {
        const next = this.use(i + 1, isInside && !blocks.includes(true));
        if (next === undefined) return undefined;
        i = next - 1;
      } else if (this.is(i, MORE.localTee) || (this.is(i, OP.localSet) && isInside)) return undefined;
    }
    return this.steps === 1 && this.isCompared ? this.found : undefined;
  }

  private is(i: number, opcode: number): boolean {
    const token = this.tokens[i];
    return token?.opcode === opcode && token.number === this.local;
  }

  /** Analyses a use after the local was read. Returns the position after it; undefined if the use is not recognised. */
  private use(i: number, canStep: boolean): number | undefined {
    const after = this.tokens[i + 1]?.opcode;
    if (this.tokens[i]?.opcode !== OP.i32Const || (after !== ADD && after !== SUBTRACT)) return this.test(i);
    // A counter steps at most once in each iteration.
    if (!canStep) return undefined;
    this.steps++;
    if (this.is(i + 2, OP.localSet)) return i + 3;
    return this.is(i + 2, MORE.localTee) ? this.test(i + 3) : undefined;
  }

  private test(i: number): number | undefined {
    const token = this.tokens[i];
    if (token === undefined) return undefined;
    const { opcode, number } = token;
    const isInside = i >= this.loop.first && i < this.loop.last;
    // Outside the loop, other locals may have other values.
    const isLimit = opcode === OP.i32Const || (opcode === OP.localGet && isInside && !this.loop.set.has(number));
    if (opcode === IS_ZERO || opcode === BRANCH_IF || opcode === OP.if) {
      this.isCompared = true;
      // The caller must process the start of a block.
      return opcode === OP.if ? i : i + 1;
    }
    const comparison = this.tokens[i + 1]?.opcode ?? 0;
    if (!isLimit || comparison < FIRST_COMPARISON || comparison > LAST_COMPARISON) return undefined;
    this.isCompared = true;
    this.found.push(opcode === OP.i32Const ? { constant: number } : { local: number });
    return i + 2;
  }
}
