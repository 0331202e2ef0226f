import type { Paths } from '../host.js';

/* Follows Node's `path.posix`. Files are in memory, below `/`. */

function normalized(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..' || (!path.startsWith('/') && (parts.length === 0 || parts.at(-1) === '..'))) parts.push(part);
    else parts.pop();
  }
  const text = parts.join('/');
  return path.startsWith('/') ? `/${text}` : text === '' ? '.' : text;
}

function resolve(...parts: readonly string[]): string {
  const from = parts.findLastIndex((part) => part.startsWith('/'));
  return normalized(`/${parts.slice(Math.max(from, 0)).join('/')}`);
}

function relative(from: string, to: string): string {
  const [start, end] = [resolve(from), resolve(to)].map((path) => path.split('/').filter((part) => part !== ''));
  let common = 0;
  while (common < start!.length && start![common] === end![common]) common++;
  return [...start!.slice(common).map(() => '..'), ...end!.slice(common)].join('/');
}

function dirname(file: string): string {
  const at = file.lastIndexOf('/');
  return at > 0 ? file.slice(0, at) : at === 0 ? '/' : '.';
}

function fileURLToPath(given: string | URL): string {
  const { protocol, pathname } = new URL(given);
  if (protocol === 'file:') return decodeURIComponent(pathname);
  throw Object.assign(new TypeError('The URL must be of scheme file'), { code: 'ERR_INVALID_URL_SCHEME' });
}

function pathToFileURL(file: string): URL {
  const url = new URL('file:///');
  url.pathname = resolve(file).replaceAll('%', '%25').replaceAll('\\', '%5C');
  return url;
}

export const paths: Paths = {
  sep: '/',
  basename: (file) => file.slice(file.lastIndexOf('/') + 1),
  dirname,
  isAbsolute: (file) => file.startsWith('/'),
  join: (...parts) => normalized(parts.filter((part) => part !== '').join('/')),
  relative,
  resolve,
  fileURLToPath,
  pathToFileURL,
  current: () => '/',
};
