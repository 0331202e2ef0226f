import type { Settings } from '../options/config.js';
import { readSettings } from '../options/config.js';
import { valuesFrom } from '../options/resolve.js';
import type { CheckRequest } from './check-request.js';

/** A request with these settings, and the defaults for what they leave open. */
export function requestWith(settings: Settings): CheckRequest {
  return valuesFrom(settings);
}

/** The same, of options that a caller gave: they are read like those of a configuration, and refused like them. */
export function requestFor(given: object): CheckRequest {
  return requestWith(readSettings(given, ''));
}
