/**
 * How the search ranks sections of pages. VitePress puts the text of the function into the page, so it uses nothing from
 * outside.
 */
export const searchOptions = {
  // Pages for users come before those about how it works, and before results.
  boostDocument: (id: string): number => (/^\/(?:internals|evidence)\//.test(id) ? 0.3 : 1),
};
