// Tasks that use Node's own `fetch`, with a server on this machine, in every order in which requests take effect and answers
// and bodies arrive.
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Orders } from './native-orders.js';
import { chooser } from './native-orders.js';

type Get = (path: string, signal?: AbortSignal) => Promise<Response>;
type Read = (response: Response) => Promise<string>;
type Task = (get: Get, read: Read, c: AbortController, log: unknown[]) => Promise<void>;
const AsyncFunction = Reflect.get(async () => {
  await Promise.resolve();
}, 'constructor') as new (...source: string[]) => Task;

/** Texts of tasks that use `get`, `read`, a controller `c`, and `log`. */
export async function nativeFetches(tasks: readonly string[]): Promise<Orders> {
  const bodies = tasks.map((text) => new AsyncFunction('get', 'read', 'c', 'log', text));
  const outcomes = new Set<string>();
  const open: number[][] = [[]];
  let orders = 0;
  for (let prefix = open.pop(); prefix !== undefined; prefix = open.pop()) {
    outcomes.add(await runOnce(bodies, chooser(prefix, open)));
    orders++;
  }
  return { outcomes: [...outcomes].toSorted(), orders };
}

interface Request {
  readonly isAborted: () => boolean;
  response?: ServerResponse;
  body?: string;
}

async function runOnce(bodies: readonly Task[], choose: (options: number) => number): Promise<string> {
  const requests: Request[] = [];
  /** Each event, in the ways in which it can arrive. It returns what the client does then. */
  const pending = new Map<object, () => readonly (() => unknown)[]>();
  const log: unknown[] = [];
  let rows = '';
  const server = createServer((sent, response) => {
    requests[Number(sent.headers['x-number'])]!.response = response;
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const once = (ways: () => readonly (() => unknown)[]): void => {
    const event = {};
    pending.set(event, () => ways().map((way) => () => (pending.delete(event), way())));
  };

  const get: Get = (path, signal) => {
    if (signal?.aborted === true) return fetch(`http://127.0.0.1:${port}/`, { signal });
    const headers = { 'x-number': String(requests.length) };
    const answer = fetch(`http://127.0.0.1:${port}/${path}`, { headers, ...(signal && { signal }) });
    const answered = answer.then(
      () => undefined,
      () => undefined,
    );
    const request: Request = { isAborted: () => signal?.aborted === true };
    requests.push(request);
    const takesEffect = (): void => {
      request.body = rows += path;
      if (!request.isAborted()) once(() => (request.isAborted() ? [] : [answers]));
    };
    const answers = (): unknown => {
      request.response!.writeHead(200);
      request.response!.flushHeaders();
      return answered;
    };
    once(() => (request.isAborted() ? [takesEffect, () => undefined] : [takesEffect]));
    return answer.then((response) => {
      responses.set(response, request);
      return response;
    });
  };
  const responses = new Map<Response, Request>();
  const read: Read = (response) => {
    const request = responses.get(response)!;
    const text = response.text();
    const arrived = text.then(
      () => undefined,
      () => undefined,
    );
    once(() =>
      request.isAborted()
        ? []
        : [
            () => {
              request.response!.end(request.body);
              return arrived;
            },
          ],
    );
    return text;
  };

  const c = new AbortController();
  for (const body of bodies) once(() => [() => void body(get, read, c, log)]);
  const turn = (): Promise<unknown> => new Promise((resolve) => void setImmediate(resolve));
  for (;;) {
    // Requests arrive at once; their effect is another event.
    while (requests.some(({ response, isAborted }) => response === undefined && !isAborted())) await turn();
    await turn();
    const ways = [...pending.values()].flatMap((event) => event());
    if (ways.length === 0) break;
    await ways[choose(ways.length)]!();
    await turn();
  }
  server.closeAllConnections();
  await new Promise((resolve) => void server.close(resolve));
  return JSON.stringify([rows, log]);
}
