/** Returns the exception that Node throws for an unhandled rejection: the reason if it is like an error. */
export function thrownFor(reason: unknown): unknown {
  if (typeof reason === 'object' && reason !== null && Object.hasOwn(reason, 'stack')) return reason;
  const message =
    'This error originated either by throwing inside of an async function without a catch block, or by rejecting a ' +
    `promise which was not handled with .catch(). The promise rejected with the reason "${textOf(reason)}".`;
  const error = Object.assign(new Error(message), { code: 'ERR_UNHANDLED_REJECTION' });
  return Object.defineProperty(error, 'name', {
    value: 'UnhandledPromiseRejection',
    writable: true,
    configurable: true,
  });
}

/** Returns a text without calling methods of the program. */
function textOf(reason: unknown): string {
  if (typeof reason !== 'object' || reason === null) return String(reason);
  const tag = Object.prototype.toString.call(reason);
  const name: unknown = (reason as { readonly constructor?: { readonly name?: unknown } }).constructor?.name;
  return tag === '[object Object]' && typeof name === 'string' ? `#<${name}>` : tag;
}
