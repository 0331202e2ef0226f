import { isSameFile, shortNames } from '../values/paths.js';
import type { CycleAccess, CycleReport } from '../values/testing.js';
import { isSystemFile } from './places.js';
import { unbroken } from './style.js';

const NOUNS: Readonly<Record<CycleAccess['kind'], string>> = {
  load: 'load',
  store: 'store',
  rmw: 'read-modify-write',
};

/** Unique names for the accesses of cycles. */
export class AccessNames {
  private readonly source: string;
  private readonly fileNames: ReadonlyMap<string, string>;
  /** Labels by line. Accesses that are alone at their line, or share it only with other kinds, need no column. */
  private readonly labels = new Map<string, Set<string>>();

  constructor(cycles: readonly CycleReport[], source: string) {
    this.source = source;
    const accesses = cycles.flatMap((cycle) => cycle.accesses);
    this.fileNames = shortNames([...new Set(accesses.flatMap(({ site }) => (site === undefined ? [] : [site.file])))]);
    for (const access of accesses) {
      const known = this.labels.get(lineKey(access)) ?? new Set();
      this.labels.set(lineKey(access), known.add(access.label));
    }
  }

  /** `the store at line 12`, `the load at queue.h:7`, `the store at left#0`. */
  access(access: CycleAccess): string {
    return unbroken(`the ${NOUNS[access.kind]} at ${this.spot(access)}`);
  }

  /** `the store at line 12, then the load at line 13`, for each pair of accesses in one thread. */
  pairs({ accesses }: CycleReport): string[] {
    const pairs: string[] = [];
    for (let i = 0; i + 1 < accesses.length; i += 2) {
      pairs.push(`${this.access(accesses[i]!)}, then ${this.access(accesses[i + 1]!)}`);
    }
    return pairs;
  }

  private spot(access: CycleAccess): string {
    const { site, label } = access;
    if (site === undefined) return label;
    const isShared = this.labels.get(lineKey(access))!.size > 1 && site.column !== undefined;
    const line = isShared ? `${site.line}:${site.column}` : String(site.line);
    const isOwn = !isSystemFile(site.file) && isSameFile(site.file, this.source);
    return isOwn ? `line ${line}` : `${this.fileNames.get(site.file)!}:${line}`;
  }
}

function lineKey({ kind, label, site }: CycleAccess): string {
  return site === undefined ? label : `${kind} ${site.file}:${site.line}`;
}
