import type { CallSite, FencepostError, Site } from '../common/errors.js';
import { formatSite } from '../common/errors.js';
import { nondeterminism } from '../common/nondeterminism.js';
import type { OperationKind, Role } from '../operations/operation.js';

/**
 * A static operation of the program. Reports name labels, violations are grouped by them, and repair puts fences after
 * them.
 */
export interface Label {
  readonly kind: OperationKind;
  readonly thread: string;
  readonly site: Site | undefined;
  readonly role: Role | undefined;
  /** The task of the thread; empty if the thread has none. */
  readonly task: string;
  /** Whether the site is that of a call, and a library does this within it. */
  readonly isOfLibrary: boolean;
  /**
   * Text of the label: `dekker.c:12`, or `left#2` (third operation of thread left) where the front end gives no site.
   */
  readonly text: string;
}

/** Interns labels as dense integers. */
export class LabelTable {
  private readonly numbers = new Map<string, number>();
  private readonly labels: Label[] = [];
  /** Labels by the object that was given as their site: front ends mostly give the same one again. */
  private readonly bySite = new Map<Site, number[]>();

  /** Returns the number of a label, assigned when it first occurs. */
  intern(
    kind: Label['kind'],
    thread: string,
    position: number,
    site: Site | undefined,
    role?: Role,
    task = '',
  ): number {
    const same =
      site === undefined ? undefined : this.bySite.get(site)?.find((label) => this.is(label, kind, role, task));
    if (same !== undefined) return same;
    const text = site === undefined ? `${thread}#${position}` : formatSite(site);
    const key = `${kind} ${role ?? ''} ${task} ${text}`;
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    const isOfLibrary = isCallSite(site);
    const label = this.labels.push({ kind, thread, site: plainSite(site), role, task, isOfLibrary, text }) - 1;
    this.numbers.set(key, label);
    if (site !== undefined) this.bySite.set(site, [...(this.bySite.get(site) ?? []), label]);
    return label;
  }

  private is(number: number, kind: Label['kind'], role: Role | undefined, task: string): boolean {
    const label = this.labels[number]!;
    return label.kind === kind && label.role === role && label.task === task;
  }

  /** Returns the label with this number. */
  get(label: number): Label {
    const found = this.labels[label];
    if (found === undefined) throw new RangeError(`no label ${label}`);
    return found;
  }

  /** Returns the error for a thread that behaved differently there than before. */
  nondeterminism(label: number): FencepostError {
    const { thread, site, text } = this.get(label);
    return nondeterminism(`thread ${thread}`, ` at ${text}`, site);
  }

  get count(): number {
    return this.labels.length;
  }
}

/** Returns the place alone, as reports have it. */
function plainSite(site: Site | undefined): Site | undefined {
  if (!isCallSite(site)) return site;
  const { isOfLibrary: _, ...plain } = site;
  return plain;
}

function isCallSite(site: Site | undefined): site is CallSite {
  return site !== undefined && 'isOfLibrary' in site;
}
