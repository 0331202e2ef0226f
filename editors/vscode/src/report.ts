/** What the extension reads of the command's JSON report (docs/reference/json.md). */
export interface Report {
  readonly checks: readonly Check[];
  readonly errors?: readonly Refusal[];
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

export interface Result {
  readonly level: 'error' | 'warning' | 'note';
  readonly message: { readonly text: string };
  readonly locations: readonly [
    {
      readonly physicalLocation: {
        readonly artifactLocation: { readonly uri: string };
        readonly region?: { readonly startLine: number; readonly startColumn?: number };
      };
    },
  ];
  readonly properties: { readonly program: string };
}
