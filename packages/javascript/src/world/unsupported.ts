import { FencepostError } from '@fencepost/core';
import { current } from '../runtime/current.js';

/** Something that instrumented code does, at the place where it runs now, and that cannot be modelled. */
export function unsupported(message: string, hint?: string): FencepostError {
  const site = current.world?.context.siteOf(current.site);
  return new FencepostError('JS_UNSUPPORTED', message, {
    ...(site === undefined ? {} : { site }),
    ...(hint === undefined ? {} : { hint }),
  });
}
