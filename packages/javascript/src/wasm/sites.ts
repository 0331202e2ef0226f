import { paths } from '#host/paths';
import type { Site } from '@fencepost/core';
import type { Place } from '@fencepost/wasm';
import type { Sites } from '../world/context/sites.js';
import type { VisibleModule } from './modules.js';

/** Returns the number of the first site of code: the sites of its accesses come first, then those of its loops. */
export function sitesOf(sites: Sites, visible: VisibleModule): number {
  return sites.addCode(visible, () => {
    const { accesses, loops } = visible.code;
    const { nameOf, sourceAt } = visible.debug;
    const siteOf = ({ function: func, offset }: Place): Site => {
      const source = sourceAt(offset);
      // In the form of V8's stack traces, but with the name of the function, if known.
      if (source === undefined) return { file: `wasm-function[${nameOf(func) ?? func}]`, line: offset };
      const { file, line, column } = source;
      return { file: shownAs(file), line, ...(column > 0 && { column }) };
    };
    return [...accesses, ...loops].map(({ place }) => siteOf(place));
  });
}

/** Returns the file as reports show it: relative to the current folder, if it is inside. */
function shownAs(file: string): string {
  if (!paths.isAbsolute(file)) return file.replace(/^\.\//, '');
  const path = paths.relative(paths.current(), file);
  return path.startsWith('..') ? file : path;
}
