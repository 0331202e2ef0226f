/** A worker to start. */
export interface WorkerSpec {
  /** Absolute path. */
  readonly file: string;
  readonly flavour: 'node' | 'web';
  /** A message (`encodeMessage`). */
  readonly workerData: number;
  readonly name: string;
}
