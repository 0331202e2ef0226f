import fs from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'vitepress';
import { anchorOf } from './anchors';
import { fragmentOf, playable } from './playable';

const site = path.join(import.meta.dirname, '..');
const root = path.join(site, '..');
const docs = path.join(root, 'docs');
/** A copy of these, made by the build: what VitePress adds to pages is found from this folder only. */
const pages = path.join(site, '.pages');
const REPOSITORY = 'https://github.com/fencepost/fencepost/blob/main/';

/** The links of a section of docs/README.md, in its order: that page is the table of contents. */
function section(title: string): { text: string; link: string }[] {
  const contents = fs.readFileSync(path.join(docs, 'README.md'), 'utf8');
  const lines = contents.split(`## ${title}\n`)[1]?.split('\n## ')[0] ?? '';
  return [...lines.matchAll(/^- \[([^\]]+)\]\(([^)]+)\)/gm)].map(([, text = '', link = '']) => ({
    ...{ text: text.replaceAll('`', ''), link: pageOf(link) },
  }));
}

/** The address of a page, given the link to its source. */
function pageOf(link: string): string {
  return link.startsWith('../') ? REPOSITORY + link.slice(3) : `/${link.replace(/(?:README)?\.md$/, '')}`;
}

const SECTIONS = ['Start', 'Guides', 'Concepts', 'Reference', 'How it works', 'Evidence'];
/** Sections that are folded at first. */
const FOLDED = new Set(['How it works', 'Evidence']);

export default defineConfig({
  title: 'Fencepost',
  description: 'Finds the concurrency bugs that tests cannot.',
  lang: 'en',
  srcDir: './.pages',
  outDir: './dist',
  cacheDir: './.vitepress/cache',
  cleanUrls: true,
  rewrites: { 'README.md': 'index.md', 'internals/decisions/README.md': 'internals/decisions/index.md' },
  markdown: {
    anchor: { slugify: anchorOf },
    config: (markdown) => {
      const before = markdown.renderer.rules.link_open;
      // What is no page of the site is in the repository. A link to what is not there stays as it is, and the build fails.
      markdown.renderer.rules.link_open = (tokens, index, options, environment: { path: string }, self) => {
        const href = tokens[index].attrGet('href') ?? '';
        const file = /^[a-z]+:|^#|^\//.test(href) ? '' : decodeURI(href.replace(/#.*/, ''));
        const target = path.resolve(docs, path.relative(pages, path.dirname(environment.path)), file);
        const isOutside = file !== '' && (!target.startsWith(docs + path.sep) || !target.endsWith('.md'));
        if (isOutside && fs.existsSync(target)) {
          tokens[index].attrSet('href', REPOSITORY + path.relative(root, target));
        }
        return before?.(tokens, index, options, environment, self) ?? self.renderToken(tokens, index, options);
      };
      const fence = markdown.renderer.rules.fence;
      markdown.renderer.rules.fence = (tokens, index, ...rest) => {
        const program = playable(tokens[index].info, tokens[index].content);
        const link =
          program && `<p><a href="/play/#${fragmentOf(program)}" target="_self">Open in the playground</a></p>`;
        return (fence?.(tokens, index, ...rest) ?? '') + (link ?? '');
      };
    },
  },
  themeConfig: {
    search: {
      provider: 'local',
      // Pages for users come before those about how it works.
      options: {
        miniSearch: {
          searchOptions: { boostDocument: (id: string) => (/^\/(?:internals|evidence)\//.test(id) ? 0.3 : 1) },
        },
      },
    },
    outline: [2, 3],
    nav: [
      { text: 'Start', link: '/learn/start' },
      { text: 'Bugs found', link: '/evidence/gallery' },
      { text: 'Playground', link: '/play/', target: '_self' },
      { text: 'Models', link: '/reference/models' },
    ],
    sidebar: SECTIONS.map((text) => ({ text, collapsed: FOLDED.has(text), items: section(text) })),
    socialLinks: [{ icon: 'github', link: 'https://github.com/fencepost/fencepost' }],
  },
});
