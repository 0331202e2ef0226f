import type { Site } from '@fencepost/core';
import { FencepostError } from '@fencepost/core';
import type { Path, ReadValue, Symbolic } from '../executions/paths.js';
import { Walk, everyPath } from '../executions/paths.js';
import { isOperation } from '../program/expression.js';
import type { SizedProgram, SizedVariable } from './program.js';
import { WORDS_OF_64_BITS } from './words.js';

/** A path through a thread. */
export interface SizedPath extends Path<bigint> {
  /** Why the thread cannot go on. Executions that take this path cannot be modelled. */
  readonly failure?: FencepostError;
}

export function sizedPathsOf(program: SizedProgram, number: number): SizedPath[] {
  return everyPath(number, (choices) => new SizedWalk(program, number, choices));
}

/** A walk through a thread. An address that is read from memory is a choice among the places that it may mean. */
class SizedWalk extends Walk<bigint> {
  private readonly variables: readonly SizedVariable[];
  private failure: FencepostError | undefined;

  constructor(program: SizedProgram, number: number, given: readonly boolean[]) {
    super(WORDS_OF_64_BITS, program.threads[number]!, number, true, given);
    this.variables = program.variables;
  }

  override run(): void {
    try {
      super.run();
    } catch (error) {
      if (!(error instanceof FencepostError) || error.code !== 'LITMUS_UNSUPPORTED') throw error;
      this.failure = error;
    }
  }

  override get path(): SizedPath {
    return this.failure === undefined ? super.path : { ...super.path, failure: this.failure };
  }

  protected find(address: Symbolic<bigint>, size: number | undefined, site: Site | undefined): number {
    if (typeof address === 'bigint') {
      const known = Number(address);
      if (this.variables.some((variable) => isWithin(variable, known, size!))) return known;
      throw nowhere('this accesses an address where there is no variable', site);
    }
    for (const candidate of this.candidates(address, size!)) {
      const isThis = this.choose();
      this.conditions.push({ value: { op: '==', left: address, right: BigInt(candidate) }, holds: isThis });
      if (isThis) return candidate;
    }
    throw nowhere('this may access an address that is no aligned part of a variable', site);
  }

  /** Returns the aligned places that an address may mean: those of one variable if the address is in terms of it. */
  private candidates(address: Exclude<Symbolic<bigint>, bigint>, size: number): number[] {
    const base = isOperation<ReadValue, bigint>(address) && address.op === '+' ? address.left : undefined;
    const own = this.variables.filter((each) => typeof base === 'bigint' && isWithin(each, Number(base), 1));
    return (own.length > 0 ? own : this.variables).flatMap((variable) =>
      Array.from({ length: Math.floor(variable.size / size) }, (_, i) => variable.address + i * size),
    );
  }
}

function isWithin(variable: SizedVariable, address: number, size: number): boolean {
  return variable.address <= address && address + size <= variable.address + variable.size;
}

function nowhere(message: string, site: Site | undefined): FencepostError {
  return new FencepostError('LITMUS_UNSUPPORTED', message, {
    ...(site && { site }),
    hint: 'the address of an access must lie within a variable in every execution',
  });
}
