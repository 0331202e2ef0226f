/**
 * How the search ranks sections of pages. VitePress puts the text of the function into the page, so it uses nothing from
 * outside.
 */
export const searchOptions = {
  boostDocument: (id: string, _term: string, stored?: { titles?: readonly string[] }): number => {
    // Pages for users come before those about how it works, before results, and before the table of contents.
    if (/^\/(?:internals|evidence)\//.test(id)) return 0.3;
    if (id.startsWith('/docs/')) return 0.4;
    // The start of a page comes before its sections.
    return stored?.titles?.length === 0 ? 1.6 : 1;
  },
};
