import { isBuiltin } from 'node:module';
import { registerShim } from '../../world/running/shims.js';
import { unsupported } from '../../world/running/unsupported.js';

// Newer Node modules that a world cannot support.

if (isBuiltin('node:ffi')) {
  registerShim('node:ffi', () => {
    throw unsupported('node:ffi is not supported', 'accesses of native code to memory would not be observed');
  });
}
