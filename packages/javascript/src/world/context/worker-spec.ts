/** Settings with which a worker of Node was started, apart from its data. */
export interface WorkerSettings {
  /** `process.env` in the worker. */
  readonly env: Readonly<Record<string, string>>;
  /** `process.argv` in the worker, after the first two. */
  readonly argv: readonly string[];
  readonly execArgv: readonly string[] | undefined;
  readonly resourceLimits: object;
  /** Environment data of the worker: a message with entries. */
  readonly environmentData: number;
}

/** Description of a worker to start. */
export interface WorkerSpec {
  /** Absolute path. */
  readonly file: string;
  readonly flavour: 'node' | 'web';
  /** A message (`encodeMessage`). */
  readonly workerData: number;
  readonly name: string;
  /** Only for a worker that a thread starts. */
  readonly settings?: WorkerSettings;
}
