/** The key of the data that recorded workers inherit. */
export const ENVIRONMENT = 'fencepost.record';

/** What they inherit. */
export interface Inherited {
  readonly words: Int32Array;
  readonly thread: number;
}
