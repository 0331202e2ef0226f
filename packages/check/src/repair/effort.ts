/**
 * Limits of a search for repairs. Effort is counted, not timed, so that the result is the same on any machine. Plain
 * JSON.
 */
export interface MostEffort {
  /** Operations of all executions that it follows or judges. */
  readonly operations: number;
  /** Programs built from changed source texts. */
  readonly programs: number;
}

/** The remaining effort. */
export class Effort {
  private readonly most: MostEffort;
  private operations = 0;
  private executions = 0;
  private programs = 0;

  constructor(most: MostEffort = { operations: Infinity, programs: Infinity }) {
    this.most = most;
  }

  get operationsLeft(): number {
    return this.most.operations - this.operations;
  }

  /** Approximate number of executions left, assuming that they are as long as the previous ones. */
  get executionsLeft(): number {
    const each = this.executions === 0 ? 1 : this.operations / this.executions;
    return Math.max(0, Math.ceil(this.operationsLeft / each));
  }

  get isSpent(): boolean {
    return this.operationsLeft <= 0 || this.programs > this.most.programs;
  }

  explored(executions: number, operations: number): void {
    this.executions += executions;
    this.operations += operations;
  }

  /** Records that an execution was judged with other orders, or that sets of changes were compared. */
  judged(operations: number): void {
    this.operations += operations;
  }

  /** Records that another program is about to be built. */
  makesProgram(): void {
    this.programs++;
  }
}
