import { isBuiltin } from 'node:module';
import util from 'node:util';
import { replacing } from '../../world/replacing.js';
import { registerShim } from '../../world/shims.js';
import type { ShimExports } from '../../world/shims.js';
import { refused, unsupported } from '../../world/unsupported.js';

// Parts of newer Node modules that no world can have.

/** Node 26: functions that are called back by timers of the process. */
const timed = ['debounce', 'throttle'].filter((name) => name in util);
if (timed.length > 0) {
  const refusals = timed.map((name) => [name, refused(`${name} of node:util`, 'use setTimeout')]);
  let shim: Record<string, unknown> | undefined;
  // Made late: `inspect` and the like are replaced before worlds run.
  const make = (): ShimExports => (shim ??= replacing(util, Object.fromEntries(refusals) as Record<string, unknown>));
  for (const specifier of ['util', 'node:util']) registerShim(specifier, make);
}

if (isBuiltin('node:ffi')) {
  registerShim('node:ffi', () => {
    throw unsupported('node:ffi is not supported', 'what native code does to memory would not be seen');
  });
}
