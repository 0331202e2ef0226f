/** Key of the environment data that recorded workers inherit. */
export const ENVIRONMENT = 'fencepost.record';

/** Data that recorded workers inherit. */
export interface Inherited {
  readonly words: Int32Array;
  readonly thread: number;
}
