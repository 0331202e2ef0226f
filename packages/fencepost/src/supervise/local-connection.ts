import type { Connection, Listener } from './connection.js';
import { DEAF } from './connection.js';

/** A connection to a checker in this thread, for what is registered only here. It cannot be ended while it computes. */
export async function localConnection(): Promise<Connection> {
  const { Checker } = await import('./checker.js');
  let listener: Listener = DEAF;
  const checker = new Checker((message) => listener.heard(message));
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
      listener = DEAF;
      return Promise.resolve();
    },
  };
}
