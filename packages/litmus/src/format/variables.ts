import type { Word } from '@fencepost/axioms';
import type { Site } from '@fencepost/core';
import { FencepostError } from '@fencepost/core';

/** A variable of a litmus test. */
export interface LitmusVariable {
  readonly name: string;
  /** Its location in memory, and the value of a register that points to it. */
  readonly address: number;
  readonly initial: Word;
  /** Number of bytes, if the test declares it. */
  readonly size?: number;
}

/**
 * Distance of variables from each other and from 0. In a test that uses addresses as values, ordinary values stay below
 * it (`checkRange`), so a number cannot be mistaken for an address, nor an address plus a number for another variable.
 */
export const ADDRESS_SPACING = 2 ** 24;
/** First address in a test with words of 64 bits. Numbers in the test are smaller (`Tokens.expectWord`). */
export const WIDE_ADDRESSES = 2 ** 46;
const MOST_VARIABLES = 2 ** 31 / ADDRESS_SPACING - 1;

/** Variables in the order in which the initial state and the program mention them. */
export class Variables {
  private readonly addresses = new Map<string, number>();
  private readonly initial = new Map<string, Word>();
  private readonly sizes = new Map<string, number>();
  /** Whether some address is used as a value. */
  pointersUsed = false;
  private readonly here: () => Site;
  private readonly base: number;

  /** `here`: returns the place of the name that is being mentioned. `base`: what all addresses are relative to. */
  constructor(here: () => Site, base = 0) {
    this.here = here;
    this.base = base;
  }

  /** Returns the address of a variable. The first mention declares it. */
  address(name: string): number {
    const known = this.addresses.get(name);
    if (known !== undefined) return known;
    if (this.addresses.size >= MOST_VARIABLES) {
      const message = `a litmus test may have at most ${MOST_VARIABLES} variables`;
      throw new FencepostError('TOO_LARGE', message, { site: this.here() });
    }
    const address = this.base + ADDRESS_SPACING * (this.addresses.size + 1);
    this.addresses.set(name, address);
    return address;
  }

  /** Returns the address of a variable, as a value that a register or another variable holds. */
  pointer(name: string): number {
    this.pointersUsed = true;
    return this.address(name);
  }

  has(name: string): boolean {
    return this.addresses.has(name);
  }

  setSize(name: string, bytes: number): void {
    this.address(name);
    this.sizes.set(name, bytes);
  }

  setInitial(name: string, value: Word): void {
    this.address(name);
    this.initial.set(name, value);
  }

  list(): LitmusVariable[] {
    return Array.from(this.addresses, ([name, address]) => {
      const variable = { name, address, initial: this.initial.get(name) ?? 0 };
      const size = this.sizes.get(name);
      return size === undefined ? variable : { ...variable, size };
    });
  }
}
