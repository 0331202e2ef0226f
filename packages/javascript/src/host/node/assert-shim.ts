import assert from 'node:assert';
import { syncBuiltinESMExports } from 'node:module';
import type { Assertion } from '../../async/rejections.js';
import { rejections } from '../../async/rejections.js';
import { current } from '../../world/running/current.js';

/** Prepares the process: replaces the assertions that wait for promises. */
export function installAssertions(): void {
  for (const [name, ours] of Object.entries(rejections(assert as Parameters<typeof rejections>[0]))) {
    for (const owner of [assert, assert.strict]) {
      const native = Reflect.get(owner, name) as Assertion;
      const value: Assertion = (...given) => (current.world === undefined ? native : ours)(...given);
      Object.defineProperty(value, 'name', { value: name, configurable: true });
      Reflect.set(owner, name, value);
    }
  }
  syncBuiltinESMExports();
}
