import type { Connection, Listener } from './connection.js';
import { NO_LISTENER } from './connection.js';

/** A connection to a checker in this thread, for what is registered only here. It cannot be ended while it computes. */
export async function localConnection(): Promise<Connection> {
  const { Checker } = await import('./checker.js');
  let listener: Listener = NO_LISTENER;
  const checker = new Checker((message) => listener.onMessage(message));
  return {
    isSeparate: false,
    send: (message) => {
      if (message.ask === 'stop') checker.interrupt();
      else void checker.answer(message);
    },
    listen: (next) => {
      listener = next;
    },
    end: () => {
      listener = NO_LISTENER;
      return Promise.resolve();
    },
  };
}
