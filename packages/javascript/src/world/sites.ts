import type { Site } from '@fencepost/core';
import type { InstrumentedModule } from '../transform/instrumented.js';

/** The sites of visible operations in all instrumented modules, in order of instrumentation. */
export class Sites {
  private readonly modules: { readonly first: number; readonly module: InstrumentedModule; readonly shown: string }[] =
    [];
  private readonly known = new Map<number, Site>();
  private count = 1;

  /** The number of the module's first site. `shown`: the file name shown to users. */
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

  /** The user's name for the memory accessed there; '' if there is no short one. */
  nameOf(number: number): string {
    const found = this.find(number);
    return found === undefined ? '' : found.module.sites[number - found.first]!.name;
  }

  /** Translates a place in instrumented code, as in stack traces, to the user's source. */
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
