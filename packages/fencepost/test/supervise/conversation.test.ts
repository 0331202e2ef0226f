import { describe, expect, it } from 'vitest';
import type { Connection, Listener } from '../../src/supervise/connection.js';
import { Conversation } from '../../src/supervise/conversation.js';

describe('an interrupted check', () => {
  it('is given up soon, although it says that it is about to stop', { timeout: 20_000 }, async () => {
    let listener: Listener | undefined;
    const connection: Connection = {
      isSeparate: true,
      send: (message) => {
        if ('ask' in message && message.ask === 'stop') listener!.onMessage({ tell: 'stopping' });
      },
      listen: (next) => {
        listener = next;
      },
      end: () => Promise.resolve(),
    };
    const conversation = new Conversation(connection, { ask: 'check' } as never, { onProgress: () => undefined });
    const outcome = conversation.outcome({ until: Infinity, megabytes: 100_000 });
    const started = performance.now();
    conversation.interrupt();
    expect(await outcome).toEqual({ why: 'interrupt' });
    expect(performance.now() - started).toBeLessThan(4000);
  });
});
