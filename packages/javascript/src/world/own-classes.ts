const prototypes = new WeakSet<object>();

/** Classes of ours that programs get objects of: their methods note what they change. */
export function addOwnClasses(...classes: readonly { readonly prototype: object }[]): void {
  for (const { prototype } of classes) prototypes.add(prototype);
}

export function isOwnClass(prototype: object): boolean {
  return prototypes.has(prototype);
}
