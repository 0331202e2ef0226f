import type { Examination } from './examine.js';
import { AXIOMATIC, differencesOf } from './examine.js';

/** Number of programs, and number of checks (a program under a model) of each kind. */
export class Tally {
  private readonly byKind = new Map<string, number>();

  get counts(): ReadonlyMap<string, number> {
    return this.byKind;
  }

  merge(counts: ReadonlyMap<string, number>): void {
    for (const [kind, count] of counts) this.byKind.set(kind, this.get(kind) + count);
  }

  add(examination: Examination | undefined): void {
    this.count('programs');
    if (examination === undefined) {
      this.count('too large');
      return;
    }
    if (differencesOf(examination).length > 0) this.count('different');
    const { races, joint, models } = examination;
    if (joint !== undefined) this.count(`${joint} by joint states`);
    if (races !== undefined) this.count(races.size > 0 ? 'with races' : 'without races');
    for (const { model, machine, said, robust } of models) {
      const { failures, outcomes } = machine;
      this.count('checks');
      if (model === AXIOMATIC) this.count(robust === false ? 'by axioms, not robust' : 'by axioms');
      this.count(said.verdict);
      if (machine.deadlock) this.count('deadlocks');
      if (machine.livelock) this.count('livelocks');
      if (machine.cut) this.count('assumptions');
      if (machine.endsEarly) this.count('early ends');
      if (failures.has('invalid access')) this.count('invalid accesses');
      if ([...failures].some((failure) => failure.startsWith('A'))) this.count('assertions');
      if (outcomes.size > 1) this.count('several outcomes');
      if (robust !== undefined) this.count(robust ? 'robust' : 'not robust');
    }
  }

  get(kind: string): number {
    return this.byKind.get(kind) ?? 0;
  }

  toString(): string {
    return [...this.byKind].map(([kind, count]) => `${count} ${kind}`).join(', ');
  }

  private count(kind: string): void {
    this.byKind.set(kind, this.get(kind) + 1);
  }
}
