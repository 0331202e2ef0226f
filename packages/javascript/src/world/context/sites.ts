import type { Site } from '@fencepost/core';
import type { InstrumentedModule } from '../../transform/text/instrumented.js';

/** The sites of one module, or of compiled code. */
interface Group {
  readonly first: number;
  readonly count: number;
  siteAt(index: number): Site;
  /** Returns the user's name for the memory accessed at a site; '' if it has no short one. */
  nameAt(index: number): string;
}

/** The sites of visible operations in all instrumented modules, in order of instrumentation, and in compiled code. */
export class Sites {
  private readonly groups: Group[] = [];
  private readonly modules: { readonly module: InstrumentedModule; readonly shown: string }[] = [];
  private readonly codes = new Map<object, number>();
  private readonly known = new Map<number, Site>();
  /** Function texts of the first `textsRead` modules. */
  private readonly texts = new Map<string, string>();
  private textsRead = 0;
  private count = 1;

  /** Adds a module; returns the number of its first site. `shown`: the file name shown to users. */
  add(module: InstrumentedModule, shown: string): number {
    this.modules.push({ module, shown });
    return this.append({
      count: module.sites.length,
      siteAt: (index) => {
        const { line, column } = module.sites[index]!;
        return { file: shown, line, column };
      },
      nameAt: (index) => module.sites[index]!.name,
    });
  }

  /** Returns the number of the first site of compiled code; calls `sites` once. */
  addCode(code: object, sites: () => readonly Site[]): number {
    const before = this.codes.get(code);
    if (before !== undefined) return before;
    const list = sites();
    const first = this.append({ count: list.length, siteAt: (index) => list[index]!, nameAt: () => '' });
    this.codes.set(code, first);
    return first;
  }

  private append(group: Omit<Group, 'first'>): number {
    const first = this.count;
    this.groups.push({ first, ...group });
    this.count += group.count;
    return first;
  }

  siteOf(number: number): Site | undefined {
    const known = this.known.get(number);
    if (known !== undefined) return known;
    const found = this.find(number);
    if (found === undefined) return undefined;
    const site = found.siteAt(number - found.first);
    this.known.set(number, site);
    return site;
  }

  /** Returns the user's name for the memory accessed at a site; '' if it has no short one. */
  nameOf(number: number): string {
    const found = this.find(number);
    return found === undefined ? '' : found.nameAt(number - found.first);
  }

  /** Translates a position in instrumented code, as in stack traces, to the user's source. */
  original(file: string, line: number, column: number): Site | undefined {
    const found = this.modules.find(({ module }) => module.file === file);
    if (found === undefined) return undefined;
    const place = found.module.original(line, column);
    return { file: found.shown, line: place.line, column: place.column };
  }

  /** Returns whether the file is an ES module. */
  isModule(file: string): boolean {
    return this.modules.find(({ module }) => module.file === file)?.module.kind === 'esm';
  }

  /**
   * Returns the text of the expression called or iterated over at a position in instrumented code, as V8's messages
   * show it.
   */
  described(what: 'called' | 'iterated', file: string, line: number, column: number): string | undefined {
    return this.modules.find(({ module }) => module.file === file)?.module.describe(what, line, column);
  }

  /** Returns the text of a function as written by the user. */
  originalText(emitted: string): string {
    for (;;) {
      const known = this.texts.get(emitted);
      if (known !== undefined) return known;
      const next = this.modules[this.textsRead];
      if (next === undefined) return emitted;
      this.textsRead++;
      for (const [text, original] of next.module.functionTexts()) this.texts.set(text, original);
    }
  }

  private find(number: number): Group | undefined {
    const found = this.groups.findLast(({ first }) => first <= number);
    return found !== undefined && number - found.first < found.count ? found : undefined;
  }
}
