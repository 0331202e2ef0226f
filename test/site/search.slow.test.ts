import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { searchOptions } from '../../site/.vitepress/search.js';
import { dist, root } from './built.js';

/** As far as it is used here. The site has it from VitePress. */
interface Index {
  search(query: string): { readonly id: string }[];
}
interface MiniSearch {
  loadJSON(json: string, options: object): Index;
}

let index: Index | undefined;
beforeAll(async () => {
  const chunks = path.join(dist, 'assets', 'chunks');
  const name = fs.readdirSync(chunks).find((each) => each.startsWith('@localSearchIndexroot'))!;
  const load = async (file: string): Promise<{ default: unknown }> =>
    (await import(/* @vite-ignore */ pathToFileURL(file).href)) as { default: unknown };
  const { default: json } = await load(path.join(chunks, name));
  const { default: miniSearch } = await load(path.join(root, 'site/node_modules/minisearch/dist/es/index.js'));
  // As VPLocalSearchBox.vue of VitePress loads it.
  index = (miniSearch as MiniSearch).loadJSON(json as string, {
    fields: ['title', 'titles', 'text'],
    storeFields: ['title', 'titles'],
    searchOptions: { fuzzy: 0.2, prefix: true, boost: { title: 4, text: 2, titles: 1 }, ...searchOptions },
  });
});

test.each([
  ['ThreadSanitizer', '/concepts/compared'],
  ['install', '/learn/install'],
  ['deadlock', '/learn/counterexamples'],
  ['use after free', '/reference/c'],
  ['undecided', '/use/undecided'],
  ['c++', '/learn/cpp'],
  ['vitest', '/use/test-runners'],
  ['cmake', '/use/projects'],
  ['data race', '/use/check'],
  ['seqlock', '/use/patterns'],
  ['false alarm', '/concepts/faq'],
  ['exit code', '/reference/exit-codes'],
])('who looks for “%s” finds %s first', (query, page) => {
  const [first] = index!.search(query);
  expect(first?.id.replace(/#.*/, '')).toBe(page);
});

test('the page has the same options: VitePress takes the text of the function', () => {
  const app = fs.readdirSync(path.join(dist, 'assets', 'chunks')).filter((name) => name.endsWith('.js'));
  const texts = ['index.html', ...app.map((name) => `assets/chunks/${name}`)].map((name) =>
    fs.readFileSync(path.join(dist, name), 'utf8'),
  );
  expect(texts.some((text) => text.includes('internals|evidence'))).toBe(true);
});
