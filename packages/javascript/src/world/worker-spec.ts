/** What a worker of Node was started with, besides its data. */
export interface WorkerSettings {
  /** `process.env` there. */
  readonly env: Readonly<Record<string, string>>;
  /** `process.argv` there, after the first two. */
  readonly argv: readonly string[];
  readonly execArgv: readonly string[] | undefined;
  readonly resourceLimits: object;
  /** What `getEnvironmentData` gives there: a message with entries. */
  readonly environmentData: number;
}

/** A worker to start. */
export interface WorkerSpec {
  /** Absolute path. */
  readonly file: string;
  readonly flavour: 'node' | 'web';
  /** A message (`encodeMessage`). */
  readonly workerData: number;
  readonly name: string;
  /** Of a worker that a thread starts. */
  readonly settings?: WorkerSettings;
}
