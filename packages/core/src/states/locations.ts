import { checkWord } from '../operations/check-operation.js';
import type { Operation } from '../operations/operation.js';
import type { Site } from '../common/errors.js';
import { FencepostError } from '../common/errors.js';
import type { Program } from '../program/program.js';

/**
 * Dense numbers for the places in memory that a program accesses, in order of discovery. A location is a range of
 * addresses always accessed together; an access that would split one is refused.
 */
export class Locations {
  readonly addresses: number[] = [];
  readonly sizes: number[] = [];
  readonly initial: number[] = [];
  private readonly mutex: boolean[] = [];
  private readonly block: boolean[] = [];
  /** Whether any access to a location is plain, among the operations discovered so far. By location. */
  readonly anyPlain: boolean[] = [];
  /** Whether a location is an input and not memory. By location. */
  readonly input: boolean[] = [];
  hasInput = false;
  /** Handle of the thread that allocates a location, or 0. By location. */
  readonly maker: number[] = [];
  private readonly owner = new Map<number, number>();
  private readonly program: Program;

  constructor(program: Program) {
    this.program = program;
  }

  get count(): number {
    return this.addresses.length;
  }

  /** Returns the location that an operation accesses. */
  intern({ address, size, mutex, order, site }: Operation): number {
    const location = this.numberOf(address, size, mutex, site);
    if (order === 'plain') this.anyPlain[location] = true;
    return location;
  }

  private numberOf(address: number, size: number, mutex: boolean, site: Site | undefined): number {
    const known = this.owner.get(address);
    if (known !== undefined && this.addresses[known] === address && this.sizes[known] === size) {
      if (this.mutex[known] === mutex) return known;
      throw new FencepostError('MUTEX_MISUSE', `${this.name(known)} is used both as a mutex and as plain memory`, {
        ...(site && { site }),
        hint: 'use a mutex only with lock, try and unlock; to access a lock word yourself, use only atomics on it',
      });
    }
    for (let byte = address; byte < address + size; byte++) {
      const other = this.owner.get(byte);
      if (other === undefined) continue;
      throw new FencepostError(
        'MIXED_SIZE',
        `${this.name(other)} is accessed with size ${this.sizes[other]!} and, overlapping it, with size ${size}`,
        { ...(site && { site }), hint: 'always access a memory location with the same width' },
      );
    }
    const initial = this.program.initialValue(address, size);
    // The name is computed only for an error: names take time, and most are never shown.
    if ((initial | 0) !== initial) checkWord(initial, `initial value of ${this.program.nameOf(address)}`, site);
    const location = this.addresses.push(address) - 1;
    this.sizes.push(size);
    this.mutex.push(mutex);
    this.initial.push(initial);
    this.anyPlain.push(false);
    const isInput = this.program.isInput?.(address) === true;
    this.input.push(isInput);
    this.hasInput ||= isInput;
    this.maker.push(this.program.lifetimes?.makerOf(address) ?? 0);
    this.block.push(this.program.blocks?.has(address) === true);
    for (let byte = address; byte < address + size; byte++) this.owner.set(byte, location);
    return location;
  }

  /** Returns the location at this address, if the program accessed it. */
  find(address: number): number | undefined {
    return this.owner.get(address);
  }

  isMutex(location: number): boolean {
    return this.mutex[location] === true;
  }

  isBlock(location: number): boolean {
    return this.block[location] === true;
  }

  name(location: number): string {
    return this.program.nameOf(this.addresses[location]!);
  }

  /** Formats a value of the location in the user's notation. `site`: place of the access. */
  show(word: number, location: number, site?: Site): string {
    const { showValue } = this.program;
    return showValue?.(word, this.addresses[location]!, this.sizes[location]!, site) ?? String(word);
  }
}
