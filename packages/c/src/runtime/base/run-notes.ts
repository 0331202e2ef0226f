import type { ModelName, Site } from '@fencepost/core';
import {
  NO_ASSERTION,
  REFERENCE_MODEL,
  formatSite,
  isStoreBufferModel,
  modelNamed,
  modelTitle,
  models,
} from '@fencepost/core';

/** The way a program ends: main returns, or some thread calls `exit`. */
export type ProgramEnd = 'return' | 'exit';

/** Describes the end of a program: `main returned 1`. */
export function endText(how: ProgramEnd, status: number): string {
  return how === 'return' ? `main returned ${status}` : `exit(${status}) was called`;
}

/** Remarks as plain JSON. */
export interface SavedRemarks {
  readonly assertion: boolean;
  readonly assembly: string | null;
  readonly locked: string | null;
  readonly random?: string | null;
  readonly ends: readonly (readonly [place: string, text: string])[];
}

/** Remarks collected during a run that qualify a safe verdict. */
export class Remarks {
  /** Whether some assertion was reached. */
  assertion = false;
  /** Place where x86 assembly was first reached. */
  private assembly: string | null = null;
  /** Place where an atomic object under a lock was first accessed with an order weaker than the lock's. */
  private locked: string | null = null;
  /** Place of the first request for a random number. */
  private random: string | null = null;
  /** Failures that the program reported itself, by place. */
  private readonly ends = new Map<string, string>();

  reachAssembly(site: Site | undefined): void {
    this.assembly ??= `x86 assembly${at(site)}`;
  }

  reachLocked(site: Site | undefined): void {
    this.locked ??= `an atomic object of more than 16 bytes${at(site)}`;
  }

  reachRandom(site: Site | undefined): void {
    this.random ??= `random numbers${at(site)}`;
  }

  /** Records that the program ends with a status that indicates an error. */
  end(how: ProgramEnd, status: number, site: Site | undefined): void {
    const place = at(site);
    if (!this.ends.has(place)) {
      this.ends.set(place, `${endText(how, status)}${place}: that is a failure only with --fail-on-exit`);
    }
  }

  /** Adds these remarks. */
  add({ assertion, assembly, locked, random = null, ends }: SavedRemarks): void {
    this.random ??= random;
    this.assertion ||= assertion;
    this.assembly ??= assembly;
    this.locked ??= locked;
    for (const [place, text] of ends) if (!this.ends.has(place)) this.ends.set(place, text);
  }

  get isEmpty(): boolean {
    return (
      !this.assertion && this.assembly === null && this.locked === null && this.random === null && this.ends.size === 0
    );
  }

  /** Returns the caveats of a safe verdict after a search under the model. */
  caveats(model: ModelName): string[] {
    return [
      ...(this.assertion ? [] : [NO_ASSERTION]),
      ...this.ends.values(),
      ...(this.random === null ? [] : [`${this.random}: only one sequence was explored; --seed selects another`]),
      ...(this.assembly === null || isWithinX86(model)
        ? []
        : [`${this.assembly}: it runs on x86 only, which behaves like ${titleOfX86()}, not ${modelTitle(model)}`]),
      ...(this.locked === null || isStoreBufferModel(modelNamed(model))
        ? []
        : [`${this.locked}: it is accessed under a lock, which orders more than the standard requires of weak orders`]),
    ];
  }

  clear(): void {
    this.assertion = false;
    this.assembly = this.locked = this.random = null;
    this.ends.clear();
  }

  save(): SavedRemarks {
    return {
      assertion: this.assertion,
      assembly: this.assembly,
      locked: this.locked,
      random: this.random,
      ends: [...this.ends],
    };
  }

  restore(saved: SavedRemarks): void {
    this.clear();
    this.add(saved);
  }
}

/** The value of `describes` for models of x86. */
const X86 = 'x86';

/** Whether x86 has all executions of the model, so that its assembly keeps its meaning. */
function isWithinX86(model: ModelName): boolean {
  return model === REFERENCE_MODEL || modelNamed(model).describes === X86;
}

/** Returns the title of the memory model of x86. */
function titleOfX86(): string {
  return models().find(({ describes }) => describes === X86)!.title;
}

function at(site: Site | undefined): string {
  return site === undefined ? '' : ` at ${formatSite(site)}`;
}
