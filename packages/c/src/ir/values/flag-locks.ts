import type { Context } from '../races/contexts.js';
import type { Operation } from '../races/operations.js';
import type { FlagOperations } from '../races/flags.js';
import type { IntegerSet } from '../syntax/integer-sets.js';
import type { Cell } from './cells.js';
import { initialValues } from './initial-values.js';
import { single } from './number-sets.js';

export interface Storing {
  readonly context: Context;
  readonly operation: Operation;
}

/**
 * Variables that the program uses as locks: a thread stores a constant where it knows that the variable is 0 and that no other
 * thread can write it meanwhile, and stores 0 when it releases the lock. `ThreadFlow` shows that only the thread that has
 * stored the constant stores 0.
 */
export class FlagLocks {
  private readonly operations = new Map<Cell, Map<Operation, Map<Context, boolean>>>();
  private readonly others = new Set<Cell>();

  /** Notes a write. `known` is what the variable holds, if no other thread can write it. */
  note(cell: Cell, storing: Storing | undefined, known: IntegerSet | undefined, value: IntegerSet): void {
    if (cell.extent !== 'shared' || cell.object.variable === undefined || this.others.has(cell)) return;
    const stored = single(value);
    const takes = stored !== 0n;
    const isPossible = stored !== undefined && (!takes || (known !== undefined && single(known) === 0n));
    if (storing === undefined || !isPossible) {
      this.others.add(cell);
      return;
    }
    const { context, operation } = storing;
    let operations = this.operations.get(cell);
    if (operations === undefined) this.operations.set(cell, (operations = new Map<Operation, Map<Context, boolean>>()));
    let contexts = operations.get(operation);
    if (contexts === undefined) operations.set(operation, (contexts = new Map<Context, boolean>()));
    if (contexts.has(context) && contexts.get(context) !== takes) this.others.add(cell);
    contexts.set(context, takes);
  }

  /** Returns the operations that take and release such locks. */
  found(): FlagOperations {
    const found: FlagOperations = new Map();
    for (const [cell, operations] of this.operations) {
      const { variable } = cell.object;
      if (this.others.has(cell) || variable === undefined || single(initialValues(variable, cell)) !== 0n) continue;
      for (const [operation, contexts] of operations) {
        for (const [context, takes] of contexts) {
          let own = found.get(context);
          if (own === undefined) found.set(context, (own = new Map<Operation, { lock: string; takes: boolean }>()));
          own.set(operation, { lock: `flag ${cell.number}`, takes });
        }
      }
    }
    return found;
  }
}
