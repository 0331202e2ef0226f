import * as nodeModule from 'node:module';
import { load, resolve } from './typescript-hooks.js';

// For `node --import fencepost/register`: lets Node load TypeScript.

/** Hooks that need no thread of their own. Available since Node 22.15. */
const { registerHooks } = nodeModule as {
  readonly registerHooks?: (hooks: { readonly resolve: typeof resolve; readonly load: typeof load }) => void;
};

if (registerHooks === undefined) nodeModule.register('./typescript-hooks.js', import.meta.url);
else registerHooks({ resolve, load });
// Stack traces show positions in the TypeScript files.
process.setSourceMapsEnabled(true);
