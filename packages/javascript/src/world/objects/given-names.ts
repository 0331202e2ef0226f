/** Objects that take the name of the variable or property to which code gives them when it makes them. */
const takers = new WeakMap<object, (name: string) => void>();

export function takesName(object: object, take: (name: string) => void): void {
  takers.set(object, take);
}

export function giveName(object: object, name: string): void {
  takers.get(object)?.(name);
}
