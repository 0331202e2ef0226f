const prototypes = new WeakSet<object>();

/** Registers classes of Fencepost whose objects programs get: their methods report their changes. */
export function addOwnClasses(...classes: readonly { readonly prototype: object }[]): void {
  for (const { prototype } of classes) prototypes.add(prototype);
}

export function isOwnClass(prototype: object): boolean {
  return prototypes.has(prototype);
}
