import { FencepostError } from '@fencepost/core';
import { ModelPromise } from '../async/promise.js';
import { isObject } from '../world/objects/is-object.js';
import { addSelfNoting } from '../world/objects/self-noting.js';
import { current, theWorld } from '../world/running/current.js';
import { guard } from '../world/running/guard.js';
import { unsupported } from '../world/running/unsupported.js';
import type { World } from '../world/running/world.js';
import { noting, recording } from '../world/time/segments.js';
import type { OutsideSettings } from './calls.js';
import { callInWords, startCall } from './calls.js';
import { requireKnown } from './outside.js';
import { ModelResponse, received } from './response.js';

/** What a server gets beside the URL: the options of `fetch`, with the method and headers as they are sent. */
export interface FetchInit extends Omit<RequestInit, 'method' | 'headers'> {
  readonly method: string;
  readonly headers: Headers;
}

/** The server behind `fetch`. If it throws, `fetch` fails as it does without a network. */
export type FetchServer = (url: string, init: FetchInit) => Response | Promise<Response>;

interface Network {
  readonly server: FetchServer;
  readonly settings: OutsideSettings;
}

const NETWORK = Symbol('the server behind fetch');

/** Sets the server of this world. */
export function serve(world: World, server: FetchServer, settings: OutsideSettings): void {
  requireKnown('t.fetch', settings);
  if (world.known(NETWORK) !== undefined) {
    throw new FencepostError('USAGE', 't.fetch is called twice', { hint: 'one function answers all requests, by URL' });
  }
  world.slot<Network>(NETWORK, () => ({ server, settings }));
}

/** `fetch` of a world. */
export const modelFetch = addSelfNoting(function fetch(input: unknown, init?: unknown): object {
  const network = theWorld().known(NETWORK) as Network | undefined;
  if (network === undefined) {
    throw unsupported(
      'fetch is not supported without a server',
      'a check must not depend on the network: t.fetch((url) => Response.json({ … })) answers in every order; t.outside makes other stand-ins',
    );
  }
  let sent: object;
  try {
    sent = request(network, input, init ?? {});
  } catch (error) {
    guard(error);
    sent = ModelPromise.reject(error);
  }
  // Node's `fetch` is an async function that awaits this promise.
  const promise = new ModelPromise((resolve, reject) => {
    (sent as PromiseLike<unknown>).then(addSelfNoting(resolve), addSelfNoting(reject));
  });
  recording.segments?.started(promise, 'fetch', current.site);
  return promise;
});

interface Sent {
  readonly url: string;
  readonly init: FetchInit;
  readonly signal: AbortSignal | undefined;
}

/** Returns what is sent. Throws what `fetch` is rejected with if it cannot be sent. */
function sentBy(input: unknown, given: RequestInit): Sent {
  const from = input instanceof Request ? input : undefined;
  if (from !== undefined && from.body !== null)
    throw unsupported('fetch of a Request with a body is not supported', 'pass a URL and options');
  const signal = given.signal ?? from?.signal ?? undefined;
  if (signal !== undefined && !(signal instanceof AbortSignal))
    throw new TypeError("Failed to construct 'Request': member signal is not of type AbortSignal.");
  const { body = null } = given;
  // Checks and normalises as Node does. Neither the signal nor the body may be used by Node's own promises.
  const checked = new Request(from?.url ?? String(input), {
    ...(from === undefined ? {} : { method: from.method, headers: from.headers }),
    ...given,
    body: null,
    signal: null,
  });
  const { method, headers } = checked;
  // The part after # is not sent, and a response does not have it.
  const [url = ''] = checked.url.split('#');
  const { protocol } = new URL(url);
  if (protocol === 'data:' || protocol === 'blob:' || protocol === 'about:')
    throw unsupported(`fetch of ${protocol} URLs is not supported`, 'no server answers them: use the value itself');
  if (protocol !== 'http:' && protocol !== 'https:')
    throw new TypeError('fetch failed', { cause: new Error('unknown scheme') });
  if (body !== null && (method === 'GET' || method === 'HEAD'))
    throw new TypeError('Request with GET/HEAD method cannot have body.');
  if (typeof body === 'string' && !headers.has('content-type')) headers.set('content-type', 'text/plain;charset=UTF-8');
  return { url, init: { ...given, ...(body !== null && { body: sentBody(body) }), method, headers }, signal };
}

type Body = NonNullable<RequestInit['body']>;

/** As a server gets it: what is neither a text nor bytes nor known to Node is sent as a text. */
function sentBody(body: Body): Body {
  const known =
    typeof body === 'string' ||
    ArrayBuffer.isView(body) ||
    /^\[object (?:ArrayBuffer|SharedArrayBuffer|URLSearchParams|Blob|File|FormData|ReadableStream|AsyncGenerator)\]$/.test(
      Object.prototype.toString.call(body),
    );
  return known ? body : String(body as unknown);
}

function request({ server, settings }: Network, input: unknown, given: RequestInit): object {
  const { url, init, signal } = sentBy(input, given);
  signal?.throwIfAborted();
  const call = callInWords(settings.name ?? 'fetch', init.method === 'GET' ? [url] : [url, init.method]);
  let onAbort: (reason: unknown) => void = () => undefined;
  let aborted: { readonly reason: unknown } | undefined;
  const whenAborted = (abort: (reason: unknown) => void): (() => void) => {
    onAbort = abort;
    return () => void (onAbort = () => undefined);
  };
  const answered = addSelfNoting((answer: unknown): ModelResponse => {
    if (answer instanceof ModelResponse)
      return received(answer, { url, call, settings, aborted: () => aborted, whenAborted });
    throw new FencepostError('USAGE', 'the function given to t.fetch did not return a Response', {
      hint: 'return new Response(text) or Response.json(value)',
    });
  });
  const failed = addSelfNoting((cause: unknown): never => {
    throw new TypeError('fetch failed', { cause });
  });
  const act = (): unknown => {
    noting.called(server, [url, init]);
    let answer: unknown;
    try {
      answer = server(url, init);
    } catch (error) {
      guard(error);
      return failed(error);
    }
    if (!isObject(answer) || !('then' in answer)) return answered(answer);
    return (ModelPromise.resolve(answer) as PromiseLike<unknown>).then(answered, failed);
  };
  const { promise, cancel } = startCall(theWorld(), call, act, settings, () => new TypeError('fetch failed'));
  onAbort = cancel;
  const listener = (): void => {
    aborted = { reason: signal?.reason as unknown };
    onAbort(aborted.reason);
  };
  signal?.addEventListener('abort', addSelfNoting(listener), { once: true });
  return promise;
}
