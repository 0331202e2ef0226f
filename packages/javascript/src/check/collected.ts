import { distinct, int, oneOf } from '@fencepost/linear';
import { registerShim } from '../world/running/shims.js';
import type { World } from '../world/running/world.js';
import type { CheckFunction, GivenCheck } from './api.js';
import { givenCheck } from './api.js';
import type { LinearizableFunction } from './structure-api.js';
import { givenStructure } from './structure-api.js';
import { variantsOf, withTables } from './each.js';
import type { OrdersFunction } from './orders.js';
import { ordersCheck } from './orders.js';
import { CHECK_MODULES } from './check-modules.js';
import { spin } from './spin.js';
import { theWorld } from '../world/running/current.js';

const CHECKS = Symbol('checks');

/** Returns the checks registered by the modules evaluated in this world. */
export function checksOf(world: World): GivenCheck[] {
  return world.slot<GivenCheck[]>(CHECKS, () => []);
}

/** `check` as test files see it in a world: it only registers the check. */
const collect: CheckFunction = (name: string, ...rest: readonly unknown[]): void => {
  checksOf(theWorld()).push(givenCheck(name, ...rest));
};
/** `linearizable` as test files see it in a world. */
const collectStructure: LinearizableFunction = (...args) => {
  checksOf(theWorld()).push({ ...givenStructure(...args), define: () => undefined });
};
/** `orders` as test files see it in a world. */
const collectTest: OrdersFunction = (name: string, ...given: readonly unknown[]) => {
  checksOf(theWorld()).push(ordersCheck(theWorld(), name, given));
};
const leaveOut = (): void => undefined;
const leaveOutTest = withTables((): void => undefined);
const collectedTest = {
  only: collectTest,
  skip: leaveOutTest,
  todo: leaveOut,
  ...variantsOf(collectTest, leaveOutTest),
};
const check = Object.assign(collect, { only: collect, skip: leaveOut, todo: leaveOut });
const linearizable = Object.assign(collectStructure, { only: collectStructure, skip: leaveOut, todo: leaveOut });
const orders = Object.assign(collectTest, collectedTest);

/** Prepares the process: registers Fencepost's modules that test files import. `ours`: their other exports. */
export function registerCheckShims(ours: Readonly<Record<string, unknown>>): void {
  const namespace = { ...ours, check, linearizable, orders, int, oneOf, distinct, spin };
  for (const specifier of CHECK_MODULES) registerShim(specifier, () => namespace);
}
