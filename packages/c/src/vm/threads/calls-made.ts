import type { Operation } from '@fencepost/core';
import type { CallReturn, CompiledCall, MadeCalls } from '../../runtime/base/services.js';
import type { Names } from '../objects/names.js';

const BEGUN = 'calls begun';
const RETURNED = 'returned ';

/**
 * The calls of a scenario that a thread makes. The calls made are recorded in `own`, so they belong to the thread's
 * state.
 */
export class CallsMade implements MadeCalls {
  constructor(
    private readonly calls: readonly CompiledCall[],
    private readonly own: Map<string, number | bigint>,
    private readonly names: Names,
  ) {}

  begin(): void {
    this.own.set(BEGUN, this.begun + 1);
  }

  argument(position: number): number {
    return this.calls[this.begun - 1]!.args[position]!;
  }

  end(kind: CallReturn, value: number | bigint): void {
    this.own.set(`${RETURNED}${this.begun} ${kind}`, value);
  }

  /** Returns the operation with the number of its call. */
  present(operation: Operation): Operation {
    const returned = this.results();
    if (returned.length >= this.begun) return operation;
    const { number, blocking } = this.calls[this.begun - 1]!;
    return { ...operation, call: number + 1, returned: blocking ? returned : undefined };
  }

  /** Returns the results of the calls made so far, in the user's notation. */
  results(): readonly string[] {
    return [...this.own]
      .filter(([key]) => key.startsWith(RETURNED))
      .map(([key, value]) => this.shown(key.slice(key.lastIndexOf(' ') + 1) as CallReturn, value));
  }

  private get begun(): number {
    return Number(this.own.get(BEGUN) ?? 0);
  }

  private shown(kind: CallReturn, value: number | bigint): string {
    if (kind === 'nothing') return 'done';
    if (kind === 'bool') return String(value !== 0);
    if (kind === 'pointer') return Number(value) === 0 ? 'empty' : this.names.pointer(Number(value));
    return kind === 'empty' ? kind : String(value);
  }
}
