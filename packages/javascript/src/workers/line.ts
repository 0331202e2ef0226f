import type { Receiver } from '../synchronisation/inbox.js';

/** How a message port reaches the other end. */
export interface Line {
  post(message: number): void;
  /** Takes the first message that has arrived, if any. */
  take(): number | undefined;
  /** Delivers messages, including those already here, through the event loop. */
  start(receiver: Receiver): void;
  /** Messages wait here until the next `start`. */
  pause(): void;
  close(): void;
  /** Somebody wants to know when the other end is closed. */
  watch?(): void;
}
