import { ModelPromise } from '../async/promise.js';
import { sharedWithin } from '../memory/views/find-shared-memory.js';
import { isObject } from '../world/objects/is-object.js';
import { addOwnClasses } from '../world/objects/own-classes.js';
import { addSelfNoting } from '../world/objects/self-noting.js';
import { theWorld } from '../world/running/current.js';
import { unsupported } from '../world/running/unsupported.js';
import { recording } from '../world/time/segments.js';
import type { OutsideSettings } from './calls.js';
import { errorsOf, eventsOf } from './calls.js';
import { tellStep } from '../world/running/told-steps.js';

/** What a response has in addition when `fetch` returns it. */
interface Received {
  readonly url: string;
  /** As in reports. */
  readonly call: string;
  readonly settings: OutsideSettings;
  /** The reason for which the request was aborted. */
  readonly aborted: () => { readonly reason: unknown } | undefined;
  /** Calls the function when it is aborted; returns a function that ends this. */
  readonly whenAborted: (abort: (reason: unknown) => void) => () => void;
}

/** Microtasks that Node 20 takes to read a body that is there, one that is null, and one of a request that is aborted. */
const TICKS = 7;
const TICKS_OF_NULL = 2;
const TICKS_OF_ABORTED = 5;

/** Makes the response that `fetch` returns of the one that the server returned. */
export let received: (response: ModelResponse, by: Received) => ModelResponse;

interface ResponseOptions {
  readonly status?: number;
  readonly statusText?: string;
  readonly headers?: ConstructorParameters<typeof Headers>[0];
}

/** `Response`. Its body arrives in an event of its own if `fetch` returned it. */
export class ModelResponse {
  #body: Uint8Array | undefined;
  #isUsed = false;
  #received: Received | undefined;
  #type = 'default';
  readonly #status: number;
  readonly #statusText: string;
  readonly #headers: Headers;
  readonly redirected = false;

  constructor(body: unknown = null, options: ResponseOptions | null = {}) {
    const { status = 200, statusText = '', headers } = options ?? {};
    this.#status = Math.trunc(status);
    if (!(this.#status >= 200 && this.#status <= 599))
      throw new RangeError('init["status"] must be in the range of 200 to 599, inclusive.');
    this.#statusText = statusText;
    this.#headers = new Headers(headers);
    if (body === null) return;
    if ([204, 205, 304].includes(this.#status))
      throw new TypeError(`Response constructor: Invalid response status code ${this.#status}`);
    const { bytes, type } = bytesOf(body);
    this.#body = bytes;
    if (type !== undefined && !this.#headers.has('content-type')) this.#headers.set('content-type', type);
  }

  static json(value: unknown, options: ResponseOptions = {}): ModelResponse {
    const text = JSON.stringify(value) as string | undefined;
    if (text === undefined) throw new TypeError('Value is not JSON serializable');
    const made = new ModelResponse(text, options);
    if (!new Headers(options.headers).has('content-type')) made.#headers.set('content-type', 'application/json');
    return made;
  }

  static error(): never {
    throw unsupported('Response.error is not supported', 'let the function given to t.fetch throw');
  }

  static redirect(): never {
    throw unsupported('Response.redirect is not supported', 'return what the redirection leads to');
  }

  get status(): number {
    return this.#status;
  }

  get statusText(): string {
    return this.#statusText;
  }

  get ok(): boolean {
    return this.#status <= 299;
  }

  get headers(): Headers {
    return this.#headers;
  }

  get url(): string {
    return this.#received?.url ?? '';
  }

  get type(): string {
    return this.#type;
  }

  get bodyUsed(): boolean {
    recording.segments?.readAll(this);
    return this.#isUsed;
  }

  get body(): unknown {
    if (this.#body === undefined) return null;
    throw unsupported('the stream of a body is not supported', 'use text(), json() or arrayBuffer()');
  }

  text(): object {
    return this.#read((bytes) => new TextDecoder().decode(bytes));
  }

  json(): object {
    return this.#read((bytes) => JSON.parse(new TextDecoder().decode(bytes)) as unknown);
  }

  arrayBuffer(): object {
    return this.#read((bytes) => bytes.slice().buffer);
  }

  bytes(): object {
    return this.#read((bytes) => bytes.slice());
  }

  blob(): never {
    throw unsupported('the body of a response as a Blob is not supported', 'use arrayBuffer()');
  }

  formData(): never {
    throw unsupported('the form data of a response are not supported', 'use text()');
  }

  clone(): ModelResponse {
    recording.segments?.readAll(this);
    if (this.#isUsed) throw new TypeError('Response.clone: Body has already been consumed.');
    const { status, statusText, headers } = this;
    const made = new ModelResponse(null, { status, statusText, headers });
    made.#body = this.#body;
    made.#received = this.#received;
    made.#type = this.#type;
    return made;
  }

  #read(convert: (bytes: Uint8Array) => unknown): object {
    recording.segments?.writeAll(this);
    return new ModelPromise((resolve, reject) => {
      if (this.#isUsed) throw new TypeError('Body is unusable: Body has already been read');
      const aborted = this.#received?.aborted();
      if (aborted !== undefined) {
        reject(aborted.reason);
        return;
      }
      const body = this.#body;
      this.#isUsed = body !== undefined;
      const settle = (): void => {
        try {
          resolve(convert(body ?? new Uint8Array()));
        } catch (error) {
          reject(error);
        }
      };
      if (this.#received === undefined || body === undefined)
        afterTicks(body === undefined ? TICKS_OF_NULL : TICKS, settle);
      else arrives(this.#received, settle, reject);
    });
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return `Response { status: ${this.#status} }`;
  }

  static {
    received = (response, by) => {
      const made = response.clone();
      made.#received = by;
      made.#type = 'basic';
      return made;
    };
  }
}
Object.defineProperty(ModelResponse, 'name', { value: 'Response', configurable: true });
Object.defineProperty(ModelResponse.prototype, Symbol.toStringTag, { value: 'Response', configurable: true });
if (!('bytes' in Response.prototype)) Reflect.deleteProperty(ModelResponse.prototype, 'bytes');

function afterTicks(ticks: number, then: () => void): void {
  const { loop } = theWorld();
  if (ticks === 0) then();
  else loop.enqueue(() => afterTicks(ticks - 1, then));
}

/** The body arrives at any later moment, or fails, or never arrives, unless the request is aborted before. */
function arrives(
  { call, whenAborted, settings }: Received,
  settle: () => void,
  reject: (reason: unknown) => void,
): void {
  const world = theWorld();
  let isLost = false;
  const ends = (what: string, then: () => void) => (): void => {
    tellStep(world, `the body of ${call} ${what}`);
    end();
    then();
  };
  const lose = (): void => {
    tellStep(world, `the body of ${call} never arrives`);
    isLost = true;
    world.loop.outside.lost++;
  };
  const event = eventsOf(world)(
    ends('arrives', settle),
    ...errorsOf(settings).map((error) => ends('fails', () => reject(error ?? new TypeError('terminated')))),
    ...(settings.loses === true ? [lose] : []),
  );
  const end = whenAborted((reason) => {
    if (isLost) world.loop.outside.lost--;
    world.loop.outside.drop(event);
    afterTicks(TICKS_OF_ABORTED, () => reject(reason));
  });
}

function bytesOf(body: unknown): { readonly bytes: Uint8Array; readonly type?: string } {
  if (sharedWithin([body]).length > 0)
    throw unsupported('a response receives shared memory', 'pass a copy: Uint8Array.from(view)');
  if (body instanceof ArrayBuffer) return { bytes: new Uint8Array(body.slice(0)) };
  if (ArrayBuffer.isView(body)) return { bytes: new Uint8Array(body.buffer, body.byteOffset, body.byteLength).slice() };
  const encoded = (text: string): Uint8Array => new TextEncoder().encode(text);
  if (body instanceof URLSearchParams)
    return { bytes: encoded(body.toString()), type: 'application/x-www-form-urlencoded;charset=UTF-8' };
  if (isObject(body) && /^\[object (?:Blob|File|FormData|ReadableStream)\]$/.test(Object.prototype.toString.call(body)))
    throw unsupported('this body of a response is not supported', 'pass a string or bytes');
  return { bytes: encoded(String(body)), type: 'text/plain;charset=UTF-8' };
}

addOwnClasses(ModelResponse);
addSelfNoting(ModelResponse);
for (const owner of [ModelResponse, ModelResponse.prototype]) {
  for (const key of Reflect.ownKeys(owner)) {
    const { value, get } = Reflect.getOwnPropertyDescriptor(owner, key) as { value?: unknown; get?: object };
    if (typeof value === 'function') addSelfNoting(value);
    if (get !== undefined) addSelfNoting(get);
  }
}
