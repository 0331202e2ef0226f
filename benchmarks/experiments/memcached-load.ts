import { once, setMaxListeners } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

const CLIENTS = 16;
const REQUESTS = 150;

/** Clients that set, read, count and delete keys that they share; then ends the server. Gives up with an `AbortError`. */
export async function loadMemcached(port: number, pidFile: string, signal: AbortSignal): Promise<void> {
  setMaxListeners(2 * CLIENTS, signal);
  while (!existsSync(pidFile) || readFileSync(pidFile, 'utf8').trim() === '') await wait(100, undefined, { signal });
  const pid = Number(readFileSync(pidFile, 'utf8'));
  await Promise.all(Array.from({ length: CLIENTS }, (_, i) => client(port, i, signal)));
  process.kill(pid, 'SIGINT');
}

async function client(port: number, number: number, signal: AbortSignal): Promise<void> {
  const socket = await connected(port, signal);
  for (let i = 0; i < REQUESTS; i++) {
    const key = `key${(number * 7 + i * 3) % 40}`;
    const value = String(i % 100);
    const requests = [
      `set ${key} 0 0 ${value.length}\r\n${value}\r\n`,
      `get ${key} key${i % 40}\r\n`,
      `incr ${key} 1\r\n`,
      `delete key${(number + i) % 40}\r\n`,
    ];
    socket.write(requests[i % requests.length]!);
    await once(socket, 'data', { signal });
  }
  socket.end('quit\r\n');
}

async function connected(port: number, signal: AbortSignal): Promise<Socket> {
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    try {
      await once(socket, 'connect');
      return socket;
    } catch {
      // It does not listen yet.
      await wait(100, undefined, { signal });
    }
  }
}
