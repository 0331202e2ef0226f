/** A source of events from other threads. */
export interface EventSource {
  /** Returns whether events that may still arrive keep the event loop alive. */
  listening(): boolean;
  /** Whether the thread can be told anything before its next task, or to end, though that keeps no loop alive. */
  mayHear(): boolean;
  /**
   * Returns the next event. If none has arrived, waits unless the loop `mayGoOn` with something else; then returns
   * undefined.
   */
  take(mayGoOn: boolean): LoopEvent | undefined;
}

/** An event that has arrived. */
export interface LoopEvent {
  readonly run: () => void;
  /**
   * Whether the event had certainly arrived. Otherwise it could also have arrived after timers that are due: that is
   * another execution.
   */
  readonly isSure: boolean;
  /** A message of the thread to itself: immediates may come before it. */
  readonly isOwnMessage?: boolean;
}
