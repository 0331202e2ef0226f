/** The first paragraph of a page as plain text, for search engines and previews; undefined if the page starts otherwise. */
export function firstParagraph(page: string): string | undefined {
  const text = page.replace(/^---\n.*?\n---\n/s, '').replace(/^\s*# .*\n+/, '');
  const [paragraph = ''] = text.split('\n\n');
  if (!/^[\w*_`[“"]/.test(paragraph)) return undefined;
  return paragraph
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*_]/g, '')
    .replaceAll('\n', ' ')
    .trim()
    .replace(/:$/, '.');
}
