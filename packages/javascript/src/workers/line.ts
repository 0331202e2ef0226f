import type { Receiver } from '../synchronisation/inbox.js';

/** How a message port reaches the other end. */
export interface Line {
  post(message: number): void;
  /** What has arrived first, if anything has. */
  take(): number | undefined;
  /** What arrives, and what already has, is delivered by the event loop. */
  start(receiver: Receiver): void;
  close(): void;
}
