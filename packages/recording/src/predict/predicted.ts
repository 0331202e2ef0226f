/** An event that a reordering makes possible, after all earlier ones of its thread. */
export interface LastEvent {
  readonly thread: number;
  readonly site: number;
  /** Its number among the events of the recording. */
  readonly event: number;
}

/** A reordering: of each thread, a first part, in the order of the recording; then the last events are next. */
export interface Prediction {
  readonly last: readonly LastEvent[];
  /** By thread: the length of its part, as a time of `TraceOrder`. */
  readonly times: readonly number[];
}

/** Two accesses that race in the reordering. */
export interface PredictedRace extends Prediction {
  readonly place: number;
}

/** Threads that wait for each other: each of the last events locks a mutex that the thread of the next one holds. */
export interface PredictedDeadlock extends Prediction {
  /** The places of these mutexes. */
  readonly places: readonly number[];
}
