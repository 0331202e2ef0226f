/** The modules from which test files import `check`. */
export const CHECK_MODULES: readonly string[] = [
  'fencepost',
  'fencepost/vitest',
  'fencepost/jest',
  'fencepost/node-test',
];
