import type { Message, Question, StopOrder } from './messages.js';

/** Why a checker is gone. */
export interface Ended {
  readonly why: 'exit' | 'memory' | 'error';
  /** Of an uncaught error. */
  readonly message?: string;
}

export interface Listener {
  readonly onMessage: (message: Message) => void;
  /** It has ended by itself. */
  readonly onEnd: (how: Ended) => void;
}

/** A line to a checker. */
export interface Connection {
  readonly send: (message: Question | StopOrder) => void;
  /** Who listens from now on. */
  readonly listen: (listener: Listener) => void;
  /** Ends the checker. Resolves when it has ended, or after a time-out. */
  readonly end: () => Promise<void>;
  /** It can be ended. Otherwise it runs in this thread. */
  readonly isSeparate: boolean;
}

export const NO_LISTENER: Listener = { onMessage: () => undefined, onEnd: () => undefined };
