const functions = new WeakSet<object>();
const stubs = new WeakMap<object, object>();

/** Registers a function of Fencepost that notes its accesses to objects of the program (see `Segments`). */
export function addSelfNoting<T extends object>(callee: T): T {
  functions.add(callee);
  return callee;
}

export function notesItself(callee: object): boolean {
  return functions.has(callee);
}

/** Registers a proxy whose properties are those of its stub. */
export function addStub<T extends object>(proxy: T, stub: object): T {
  stubs.set(proxy, stub);
  return proxy;
}

export function stubOf(proxy: object): object | undefined {
  return stubs.get(proxy);
}
