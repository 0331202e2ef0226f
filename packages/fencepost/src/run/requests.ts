import { readSettings } from '../options/config.js';
import { valuesFrom } from '../options/resolve.js';
import type { CheckRequest } from './check-request.js';

/** What a caller asks for: options are read like those of a configuration, and refused like them. */
export function requestFor(given: object): CheckRequest {
  return valuesFrom(readSettings(given));
}
