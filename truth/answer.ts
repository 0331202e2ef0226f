/** Our answer to a question. */
export interface Answer {
  /** Null: undecided. */
  readonly answer: string | null;
  /** Why it is undecided, or details of the answer. */
  readonly detail: string;
  /** Executions that were built and do not count: those in which threads wait forever, and those that were given up. */
  readonly blocked?: number;
}

export function undecided(detail: string): Answer {
  return { answer: null, detail };
}
