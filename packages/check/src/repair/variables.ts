import type { OperationKind, Program, Site } from '@fencepost/core';

/**
 * Returns the entity that a declaration of C or C++ declares, by the name of a place in memory: a variable (`ready`,
 * `queue::head`), the elements of an array (`flags[]`), or a member of a structure in any object (`.next`, `.slots[]`).
 * Undefined if no single declaration declares it, as for bit-fields.
 */
export function variableOf(name: string): string | undefined {
  const plain = name
    .replaceAll(/[#@]\d[\d-]*/g, '')
    .replaceAll(/\[\d+\]/g, '[]')
    // The target of a pointer is the first of its elements.
    .replace(/^\*(.*)$/, '$1[]');
  const last = /(?:^|(?<member>\.|->))(?<name>(?:[\p{L}_$][\p{L}\p{M}\p{N}_$]*(?:::)?)+(?:\[\])*)$/u.exec(
    plain,
  )?.groups;
  if (last === undefined) return undefined;
  return last['member'] === undefined ? last['name'] : `.${last['name']!}`;
}

/** A load or a store of a variable in the source. */
export interface VariableAccess {
  readonly operation: OperationKind;
  readonly site: Site;
}

/** The accesses to variables seen so far. */
export class VariableAccesses {
  private readonly found = new Map<string, Map<string, VariableAccess>>();
  private readonly onAdded: (variable: string, key: string, access: VariableAccess) => void;

  constructor(onAdded: (variable: string, key: string, access: VariableAccess) => void = () => undefined) {
    this.onAdded = onAdded;
  }

  add(variable: string, key: string, access: VariableAccess): void {
    const own = this.found.get(variable) ?? new Map<string, VariableAccess>();
    if (!own.has(key)) this.onAdded(variable, key, access);
    own.set(key, access);
    this.found.set(variable, own);
  }

  get variables(): readonly string[] {
    return [...this.found.keys()];
  }

  of(variable: string): readonly VariableAccess[] {
    return [...(this.found.get(variable)?.values() ?? [])];
  }
}

/** Returns the variable at an address. */
export type VariableAt = (address: number) => string | undefined;

/**
 * Returns the variables of a program by address. Names may change as more of the program is seen: the first one counts.
 */
export function variablesOf(program: Program): VariableAt {
  const known = new Map<number, string | undefined>();
  return (address) => {
    if (!known.has(address)) known.set(address, variableOf(program.nameOf(address)));
    return known.get(address);
  };
}
