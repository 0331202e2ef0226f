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

  /** Returns the number of a label, assigned when it first occurs. */
  intern(
    kind: Label['kind'],
    thread: string,
    position: number,
    site: Site | undefined,
    role?: Role,
    task = '',
  ): number {
    const text = site === undefined ? `${thread}#${position}` : formatSite(site);
    const key = `${kind} ${role ?? ''} ${task} ${text}`;
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    const isOfLibrary = isCallSite(site);
    const label = this.labels.push({ kind, thread, site: plainSite(site), role, task, isOfLibrary, text }) - 1;
    this.numbers.set(key, label);
    return label;
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
