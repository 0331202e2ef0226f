import type { Receiver } from '../synchronisation/inbox.js';

/** The connection of a message port to its other end. */
export interface Line {
  post(message: number): void;
  /** Takes the first message that has arrived, if any. */
  take(): number | undefined;
  /** Delivers messages, including those that have already arrived, through the event loop. */
  start(receiver: Receiver): void;
  /** Keeps messages pending until the next `start`. */
  pause(): void;
  close(): void;
  /** Registers interest in the closing of the other end. */
  watch?(): void;
}
