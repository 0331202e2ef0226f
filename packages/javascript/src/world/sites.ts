import type { Site } from '@fencepost/core';
import type { InstrumentedModule } from '../transform/instrumented.js';

/** The places of visible operations in all instrumented modules, numbered in the order in which they were instrumented. */
export class Sites {
  private readonly modules: { readonly first: number; readonly module: InstrumentedModule; readonly shown: string }[] =
    [];
  private readonly known = new Map<number, Site>();
  private count = 1;

  /** The number of the module's first site. `shown`: how users are told the file. */
  add(module: InstrumentedModule, shown: string): number {
    const first = this.count;
    this.modules.push({ first, module, shown });
    this.count += module.sites.length;
    return first;
  }

  siteOf(number: number): Site | undefined {
    const known = this.known.get(number);
    if (known !== undefined) return known;
    const found = this.find(number);
    if (found === undefined) return undefined;
    const { line, column } = found.module.sites[number - found.first]!;
    const site = { file: found.shown, line, column };
    this.known.set(number, site);
    return site;
  }

  /** What the user calls the memory accessed there; '' if nothing short. */
  nameOf(number: number): string {
    const found = this.find(number);
    return found === undefined ? '' : found.module.sites[number - found.first]!.name;
  }

  /** A place in instrumented code, as stack traces tell it, in the user's terms. */
  original(file: string, line: number, column: number): Site | undefined {
    const found = this.modules.find(({ module }) => module.file === file);
    if (found === undefined) return undefined;
    const place = found.module.original(line, column);
    return { file: found.shown, line: place.line, column: place.column };
  }

  private find(
    number: number,
  ): { readonly first: number; readonly module: InstrumentedModule; readonly shown: string } | undefined {
    const found = this.modules.findLast(({ first }) => first <= number);
    return found !== undefined && number - found.first < found.module.sites.length ? found : undefined;
  }
}
