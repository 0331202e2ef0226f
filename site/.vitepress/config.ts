import fs from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'vitepress';
import { anchorOf } from './anchors';
import { terminal } from './console';
import { firstParagraph } from './first-paragraph';
import { llms, llmsFull } from './llms';
import { fragmentOf, playable } from './playable';
import { searchOptions } from './search';

const site = path.join(import.meta.dirname, '..');
const root = path.join(site, '..');
const docs = path.join(root, 'docs');
/** A copy of these, made by the build: what VitePress adds to pages is found from this folder only. */
const pages = path.join(site, '.pages');
const REPOSITORY = 'https://github.com/fencepost/fencepost/';
/** Where the site is. Search engines and previews of links want whole addresses. */
const HOST = process.env['FENCEPOST_SITE'] ?? 'https://fencepost.github.io';
const DESCRIPTION =
  'Finds the concurrency bugs that tests cannot, in C, C++, Rust and TypeScript: every execution, under SC, x86, ARM and C11.';

/** Pages whose address is not that of their file. */
const REWRITES: Record<string, string> = {
  'README.md': 'docs/index.md',
  'internals/decisions/README.md': 'internals/decisions/index.md',
};

/** The links of a section of docs/README.md, in its order: that page is the table of contents. */
function section(title: string): { text: string; link: string }[] {
  return pagesIn(title).map(({ text, file }) => ({ text, link: addressOf(file) }));
}

function pagesIn(title: string): { text: string; file: string }[] {
  const contents = fs.readFileSync(path.join(docs, 'README.md'), 'utf8');
  const lines = contents.split(`## ${title}\n`)[1]?.split('\n## ')[0] ?? '';
  return [...lines.matchAll(/^- \[([^\]]+)\]\(([^)]+)\)/gm)].map(([, text = '', link = '']) => ({
    ...{ text: text.replaceAll('`', ''), file: path.resolve(docs, link) },
  }));
}

/** The address of a page, or of another file in the repository. */
function addressOf(file: string): string {
  const name = path.relative(docs, file);
  if (!name.startsWith('..') && name.endsWith('.md')) {
    return `/${(REWRITES[name] ?? name).replace(/(?:(?<=^|\/)index)?\.md$/, '')}`;
  }
  const kind = fs.statSync(file).isDirectory() ? 'tree' : 'blob';
  return `${REPOSITORY}${kind}/main/${path.relative(root, file)}`;
}

/** The fragment of a link to the playground; undefined if it cannot show the block. */
function playground(info: string, content: string): string | undefined {
  const program = playable(info, content);
  return program && fragmentOf(program);
}

const SECTIONS = ['Start', 'Guides', 'Concepts', 'Reference', 'How it works', 'Evidence'];

export default defineConfig({
  title: 'Fencepost',
  description: DESCRIPTION,
  lang: 'en',
  srcDir: './.pages',
  outDir: './dist',
  cacheDir: './.vitepress/cache',
  cleanUrls: true,
  rewrites: REWRITES,
  sitemap: { hostname: HOST },
  head: [
    ['link', { rel: 'icon', href: '/logo.svg', type: 'image/svg+xml' }],
    ['meta', { name: 'theme-color', content: '#fbfbfa', media: '(prefers-color-scheme: light)' }],
    ['meta', { name: 'theme-color', content: '#14161a', media: '(prefers-color-scheme: dark)' }],
    ['meta', { property: 'og:site_name', content: 'Fencepost' }],
    ['meta', { property: 'og:type', content: 'website' }],
    ['meta', { property: 'og:image', content: `${HOST}/og.png` }],
    ['meta', { property: 'og:image:width', content: '1200' }],
    ['meta', { property: 'og:image:height', content: '630' }],
    ['meta', { property: 'og:image:alt', content: 'It passes every test. It still breaks on ARM. Fencepost' }],
    ['meta', { name: 'twitter:card', content: 'summary_large_image' }],
  ],
  buildEnd: ({ outDir }) => {
    const sections = SECTIONS.map((title) => ({
      title,
      pages: pagesIn(title).filter(({ file }) => file.endsWith('.md')),
    }));
    const whole = (file: string): string => {
      if (!path.isAbsolute(file)) return `${HOST}/${file}`;
      const address = addressOf(file);
      return address.startsWith('/') ? HOST + address : address;
    };
    const contents = { docs, description: DESCRIPTION, sections, addressOf: whole, about: firstParagraph };
    fs.writeFileSync(path.join(outDir, 'llms.txt'), llms(contents));
    fs.writeFileSync(path.join(outDir, 'llms-full.txt'), llmsFull(contents));
  },
  transformPageData: (page) => {
    page.description ||= firstParagraph(fs.readFileSync(path.join(pages, page.filePath), 'utf8')) ?? DESCRIPTION;
  },
  transformHead: ({ title, description, pageData }) => [
    ['meta', { property: 'og:title', content: title }],
    ['meta', { property: 'og:description', content: description }],
    ['meta', { property: 'og:url', content: `${HOST}/${pageData.relativePath.replace(/(?:index)?\.md$/, '')}` }],
  ],
  markdown: {
    anchor: { slugify: anchorOf },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config: (markdown) => {
      const before = markdown.renderer.rules.link_open;
      // What is no page of the site is in the repository. A link to what is not there stays as it is, and the build fails.
      markdown.renderer.rules.link_open = (
        tokens,
        index,
        options,
        environment: { path: string; realPath?: string },
        self,
      ) => {
        const href = tokens[index].attrGet('href') ?? '';
        const [, name = '', anchor = ''] = /^([^#]*)(#.*)?$/.exec(href) ?? [];
        const file = /^[a-z]+:|^\//.test(href) ? '' : decodeURI(name);
        const target = path.resolve(
          docs,
          path.relative(pages, path.dirname(environment.realPath ?? environment.path)),
          file,
        );
        if (file !== '' && fs.existsSync(target)) tokens[index].attrSet('href', addressOf(target) + anchor);
        return before?.(tokens, index, options, environment, self) ?? self.renderToken(tokens, index, options);
      };
      const fence = markdown.renderer.rules.fence;
      markdown.renderer.rules.fence = (tokens, index, ...rest) => {
        const { info, content } = tokens[index];
        const block = terminal(info, content) ?? fence?.(tokens, index, ...rest) ?? '';
        const fragment = playground(info, content);
        // The link is below the last block of the same program.
        const next = tokens.slice(index + 1).find(({ type }) => type === 'fence' || type === 'heading_open');
        if (fragment === undefined || fragment === playground(next?.info ?? '', next?.content ?? '')) return block;
        const link = `<a class="playable" href="/play/#${fragment}" target="_self">Open in the playground</a>`;
        return block.replace(/<\/div>\s*$/, `${link}</div>`);
      };
    },
  },
  themeConfig: {
    logo: { src: '/logo.svg', alt: '' },
    search: {
      provider: 'local',
      options: {
        miniSearch: { searchOptions },
        // The name has what is on the button, and that has a space before its key.
        translations: { button: { buttonText: 'Search ', buttonAriaLabel: 'Search K' } },
      },
    },
    outline: [2, 3],
    nav: [
      { text: 'Docs', link: '/docs/', activeMatch: '^/(?:docs|learn|use|reference|internals)/' },
      { text: 'Playground', link: '/play/', target: '_self' },
      { text: 'Bugs found', link: '/evidence/gallery' },
      { text: 'Course', link: '/concepts/course' },
    ],
    sidebar: SECTIONS.map((text) => ({ text, items: section(text) })),
    socialLinks: [{ icon: 'github', link: REPOSITORY, ariaLabel: 'GitHub' }],
    editLink: { pattern: `${REPOSITORY}edit/main/docs/:path`, text: 'Edit this page' },
  },
});
