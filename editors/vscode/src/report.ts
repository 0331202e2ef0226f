/** What the extension reads of the command's JSON report (docs/reference/json.md). */
export interface Report {
  readonly checks: readonly Check[];
  readonly errors?: readonly Refusal[];
  readonly repairs?: readonly Repair[];
}

/** A change that was compiled and checked. Lines and columns count from 1; the end is not part of the range. */
export interface Repair {
  readonly source: string;
  readonly program: string;
  readonly changes: readonly string[];
  readonly replacements: readonly {
    readonly file: string;
    readonly line: number;
    readonly column: number;
    readonly endLine: number;
    readonly endColumn: number;
    readonly text: string;
  }[];
}

export interface Check {
  readonly source: string;
  readonly program: string;
  readonly model: string;
  readonly verdict: 'safe' | 'failing' | 'unknown';
  readonly robust: boolean | null;
  readonly seconds: number;
  readonly incomplete: { readonly covered: string } | null;
}

export interface Refusal {
  readonly program: string;
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
  readonly site?: { readonly file: string; readonly line: number; readonly column?: number };
}

/** What it reads of SARIF: each finding once, with its explanation. */
export interface Sarif {
  readonly runs: readonly [{ readonly results: readonly Result[] }];
}

export interface PhysicalLocation {
  readonly artifactLocation: { readonly uri: string };
  readonly region?: { readonly startLine: number; readonly startColumn?: number };
}

/** A step of an execution. */
export interface FlowLocation {
  readonly location: { readonly physicalLocation: PhysicalLocation; readonly message?: { readonly text: string } };
  /** Across threads, from 1 on. */
  readonly executionOrder: number;
}

export interface Result {
  readonly level: 'error' | 'warning' | 'note';
  readonly message: { readonly text: string };
  readonly locations: readonly [{ readonly physicalLocation: PhysicalLocation }];
  readonly codeFlows?: readonly [{ readonly threadFlows: readonly { readonly locations: readonly FlowLocation[] }[] }];
  readonly properties: { readonly program: string };
}
