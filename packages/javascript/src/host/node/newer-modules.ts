import { isBuiltin } from 'node:module';
import { registerShim } from '../../world/shims.js';
import { unsupported } from '../../world/unsupported.js';

// Parts of newer Node modules that no world can have.

if (isBuiltin('node:ffi')) {
  registerShim('node:ffi', () => {
    throw unsupported('node:ffi is not supported', 'what native code does to memory would not be seen');
  });
}
