import * as nodeModule from 'node:module';
import { load, resolve } from './typescript-hooks.js';

// For `node --import fencepost/register`: lets Node load TypeScript.

/** Of Node 22.15 and later: hooks that need no thread of their own. */
const { registerHooks } = nodeModule as {
  readonly registerHooks?: (hooks: { readonly resolve: typeof resolve; readonly load: typeof load }) => void;
};

if (registerHooks === undefined) nodeModule.register('./typescript-hooks.js', import.meta.url);
else registerHooks({ resolve, load });
// Places in stack traces are those in the TypeScript files.
process.setSourceMapsEnabled(true);
