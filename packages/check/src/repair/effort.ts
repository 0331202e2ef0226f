/** How much a search for repairs may do: counted, not timed, so that the same is found on any machine. Plain JSON. */
export interface MostEffort {
  /** Operations of all executions that it follows or judges. */
  readonly operations: number;
  /** Programs that it makes of changed texts. */
  readonly programs: number;
}

/** What is left of it. */
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

  /** About: they are taken to be as long as those before. */
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

  /** An execution was looked at with other orders, or sets of changes were compared. */
  judged(operations: number): void {
    this.operations += operations;
  }

  /** Another program is about to be made. */
  makesProgram(): void {
    this.programs++;
  }
}
