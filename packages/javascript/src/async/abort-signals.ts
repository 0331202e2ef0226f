import { text } from '#host/text';
import { isObject } from '../world/objects/is-object.js';

/** Throws Node's error if the option `signal` is not a signal. */
export function requireAbortSignal(signal: unknown): void {
  if (signal === undefined || (isObject(signal) && 'aborted' in signal)) return;
  const message = `The "options.signal" property must be an instance of AbortSignal. Received ${received(signal)}`;
  throw Object.assign(new TypeError(message), { code: 'ERR_INVALID_ARG_TYPE' });
}

function received(value: unknown): string {
  if (isObject(value)) return `an instance of ${value.constructor.name}`;
  if (value === null) return 'null';
  return `type ${typeof value} (${text.inspect(value)})`;
}
