/** The parts of a report of `monitor --format json` that benchmarks use: one for each recording and model. */
export interface Monitored {
  readonly source: string;
  readonly model: string;
  readonly operations: number;
  readonly violations: readonly Pair[];
  readonly others: readonly Pair[];
  readonly races: readonly Race[];
  readonly predicted?: { readonly races: readonly Race[] };
  readonly excused: { readonly pairs: readonly Pair[]; readonly races: readonly Race[] };
  readonly notes: readonly string[];
}

export interface Pair {
  readonly operation: string;
  readonly write: string;
  readonly place: string;
  readonly expected?: number;
  readonly isRetried?: boolean;
}

export interface Race {
  readonly first: string;
  readonly second: string;
  readonly place: string;
}

/** Returns the checks of a report. Lines of the recorded program may come before it. */
export function monitoredIn(output: string): readonly Monitored[] {
  return (JSON.parse(output.slice(output.indexOf('{'))) as { readonly checks: readonly Monitored[] }).checks;
}
