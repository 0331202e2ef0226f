/** Objects of the language whose prototypes have no global name. */
export const WITH_UNNAMED_PROTOTYPES: readonly object[] = [
  [][Symbol.iterator](),
  new Map()[Symbol.iterator](),
  new Set()[Symbol.iterator](),
  ''[Symbol.iterator](),
  ''.matchAll(/x/g),
  (function* () {})(), // eslint-disable-line @typescript-eslint/no-empty-function -- of its prototype
  (async function* () {})(), // eslint-disable-line @typescript-eslint/no-empty-function -- of its prototype
];
