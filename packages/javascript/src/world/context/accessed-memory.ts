import type { ElementType } from '@fencepost/core';

interface Accessed {
  /** Name at the first access that had one; '' if none had. */
  name: string;
  readonly form: ElementType;
  /** By site: other forms in which it is accessed. */
  others: Map<number, ElementType> | undefined;
}

/** Names of memory in reports, and the form of its values. */
export class AccessedMemory {
  private readonly known = new Map<number, Accessed>();

  /**
   * Records an access. Reports use the first name and form, except at sites with another form. Called for every access.
   */
  note(address: number, site: number, form: ElementType, name: () => string): void {
    const known = this.known.get(address);
    if (known === undefined) {
      this.known.set(address, { name: name(), form, others: undefined });
      return;
    }
    if (known.name === '') known.name = name();
    if (known.form !== form) (known.others ??= new Map<number, ElementType>()).set(site, form);
  }

  nameOf(address: number): string {
    return this.known.get(address)?.name ?? '';
  }

  /** Returns undefined if no element begins at this address. */
  formOf(address: number, isAt: (site: number) => boolean): ElementType | undefined {
    const known = this.known.get(address);
    for (const [site, form] of known?.others ?? []) if (isAt(site)) return form;
    return known?.form;
  }
}
