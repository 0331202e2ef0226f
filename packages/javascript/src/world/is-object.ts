/** What ECMA-262 calls an Object: functions are, null is not. */
export function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}
