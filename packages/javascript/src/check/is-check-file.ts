import { CHECK_MODULES } from './check-modules.js';

/**
 * Returns whether the module imports `check`, `linearizable` or `orders` from Fencepost. Other modules that import Fencepost
 * export programs.
 */
export function isCheckFile(text: string): boolean {
  const modules = CHECK_MODULES.map((name) => name.replace('/', '\\/')).join('|');
  const named = new RegExp(
    `\\{[^}]*\\b(?:check|linearizable|orders)\\b[^}]*\\}\\s*(?:from\\s*|=\\s*require\\s*\\(\\s*)['"](?:${modules})['"]`,
  );
  return named.test(text);
}
