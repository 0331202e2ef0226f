/** The required result of running one program of the corpus. */
export interface Expectation {
  /** The source, beside the expectation file. */
  readonly file: string;
  /** Macros it is compiled with, such as `-DN=2`. */
  readonly flags?: readonly string[];
  /** Bound on the iterations of loops that are no spin loops; the default of the checker if absent. */
  readonly unroll?: number;
  readonly expect: Partial<Record<CorpusModel, ModelExpectation>>;
  /** The code and line of the error with which the front end must refuse the program instead. */
  readonly error?: { readonly code: string; readonly line?: number };
  /** Whether data races are also failures. */
  readonly races?: boolean;
  /** Whether it takes more than a few seconds, and is left out of quick runs. */
  readonly slow?: boolean;
  /** Order of volatile accesses; relaxed by default, as programs written for machines intend. */
  readonly volatile?: 'plain' | 'relaxed';
  readonly note?: string;
}

export type CorpusModel = 'sc' | 'tso' | 'pso' | 'rc11' | 'arm64';

export interface ModelExpectation {
  readonly verdict: 'safe' | 'failing' | 'unknown';
  readonly robust?: boolean;
  /** Number of complete executions, that is, traces. */
  readonly executions?: number;
  /** One of the reported failures matches this. */
  readonly failure?: ExpectedFailure;
  /**
   * Whether all of them match: consequences of the failure, and events after it, are not reported as separate failures.
   */
  readonly only?: boolean;
}

export type FailureKind = 'assertion' | 'crash' | 'data race' | 'deadlock' | 'invalid access';

export interface ExpectedFailure {
  readonly kind: FailureKind;
  readonly line?: number;
  /** Part of the message. */
  readonly message?: string;
}

type Details = Omit<ModelExpectation, 'verdict'>;

const counted = (executions: number | undefined): Details => (executions === undefined ? {} : { executions });

/** No check fails. */
export const safe = (executions?: number): ModelExpectation => ({ verdict: 'safe', ...counted(executions) });

/** No check fails, and every execution is SC. */
export const robust = (executions?: number): ModelExpectation => ({ ...safe(executions), robust: true });

/** No check fails, but some execution is not SC. */
export const relaxed = (executions?: number): ModelExpectation => ({ ...safe(executions), robust: false });

/** A bound was hit, and no check failed within it. */
export const undecided = (): ModelExpectation => ({ verdict: 'unknown' });

export const failing = (kind: FailureKind, line?: number, details: Details & { message?: string } = {}) => {
  const { message, ...rest } = details;
  const failure: ExpectedFailure = {
    kind,
    ...(line === undefined ? {} : { line }),
    ...(message === undefined ? {} : { message }),
  };
  return { verdict: 'failing', ...rest, failure } satisfies ModelExpectation;
};

/** An assertion fails. */
export const asserts = (line: number, executions?: number): ModelExpectation =>
  failing('assertion', line, counted(executions));

/** An assertion fails that holds under SC, so there are executions that are not SC. */
export const breaks = (line: number, executions?: number): ModelExpectation =>
  failing('assertion', line, { robust: false, ...counted(executions) });

/** Nothing else fails. */
export const only = (expected: ModelExpectation): ModelExpectation => ({ ...expected, only: true });

/** A race reported by a model that defines races in all its executions. */
export const races = (): ModelExpectation => failing('data race');

type StoreBuffers = Extract<CorpusModel, 'sc' | 'tso' | 'pso'>;
export type EachModel = Readonly<Record<StoreBuffers, ModelExpectation>>;
export type WeakModels = Readonly<Partial<Record<Exclude<CorpusModel, StoreBuffers>, ModelExpectation>>>;

export const everywhere = (expected: ModelExpectation): EachModel => ({ sc: expected, tso: expected, pso: expected });

export const each = (sc: ModelExpectation, tso: ModelExpectation, pso: ModelExpectation): EachModel => ({
  sc,
  tso,
  pso,
});

/** Safe with one execution: no operations of two threads conflict. */
export const once: EachModel = everywhere(robust(1));

/** The same under SC, TSO, PSO and RC11. */
export const alike = (expected: ModelExpectation): EachModel & WeakModels => ({
  ...everywhere(expected),
  rc11: expected,
});

/** Plain accesses that nothing orders: undefined behaviour under RC11, whatever the result under the others. */
export const racing = (expected: EachModel): EachModel & WeakModels => ({ ...expected, rc11: races() });
