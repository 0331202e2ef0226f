import vm from 'node:vm';
import type { ShimExports } from '../../world/running/shims.js';
import { registerShim } from '../../world/running/shims.js';
import { refused } from '../../world/running/unsupported.js';

const HINT = 'the compiled code is not instrumented, and may have its own globals: put the code into a module';

/** `node:vm` of a world: all its functions except `isContext` are refused. */
const refusals: ShimExports = Object.fromEntries(
  Object.keys(vm).map((name) => {
    const real: unknown = Reflect.get(vm, name);
    return [name, typeof real === 'function' && name !== 'isContext' ? refused(`${name} of node:vm`, HINT) : real];
  }),
);

for (const specifier of ['vm', 'node:vm']) registerShim(specifier, () => refusals);
