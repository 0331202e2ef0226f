import type { LocationChoice } from './execution.js';
import { Execution } from './execution.js';
import type { Skeleton } from './skeleton.js';
import type { Values } from './values.js';

/** A candidate execution of a program, with its final values. */
export class EnumeratedExecution extends Execution {
  private readonly skeleton: Skeleton;
  private readonly values: Values;

  constructor(skeleton: Skeleton, choices: readonly LocationChoice[], values: Values) {
    super(skeleton, choices);
    this.skeleton = skeleton;
    this.values = values;
  }

  finalRegister(thread: number, name: string): number {
    const value = this.skeleton.registers[thread]?.get(name);
    return value === undefined ? 0 : this.values.of(value)!;
  }

  finalMemory(address: number): number {
    return this.values.ofWrite(this.lastWrites[this.skeleton.addresses.indexOf(address)]!)!;
  }
}
