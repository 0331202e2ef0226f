// What `tools/scripts/bundle-page.js` makes of `page/main.tsx` and the style sheets. There is no such file beside this one: a
// build writes it to `dist/`, and tests have it made when they import it (see `vitest.config.ts`).

/** The page's script, with everything it imports. */
export const script: string;
export const style: string;
/** For the page's security policy, which allows these two and nothing else: `sha256-…`. */
export const scriptHash: string;
export const styleHash: string;
