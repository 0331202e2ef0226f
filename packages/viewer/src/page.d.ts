// The output of `tools/scripts/bundle-page.js` for `page/main.tsx` and the style sheets. A build writes it to `dist/`,
// and tests build it when they import it (see `vitest.config.ts`).

/** The page's script, with everything it imports. */
export const script: string;
export const style: string;
/** Hashes for the page's security policy, which allows only these two: `sha256-…`. */
export const scriptHash: string;
export const styleHash: string;
