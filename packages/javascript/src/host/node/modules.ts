import * as nativeModule from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { NativeModules } from '../host.js';

const { createRequire, isBuiltin, syncBuiltinESMExports: syncExports } = nativeModule;
const require = createRequire(import.meta.url);

export const modules: NativeModules = {
  isBuiltin,
  importModule: (id) => import(path.isAbsolute(id) ? pathToFileURL(id).href : id) as Promise<object>,
  requireFrom: (file, id) => createRequire(file)(id) as unknown,
  exportsOf: (specifier) => require(specifier) as object,
  syncExports,
  ownExports: nativeModule,
  hints: {
    missing:
      'Is the package installed? If it is an alias, it must be in `paths` of tsconfig.json or in `resolve.alias`.',
    unusable: 'Node loads packages in node_modules unchanged; name the package in `include` to translate it.',
  },
};
