import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

export const root = path.join(import.meta.dirname, '..', '..');
export const dist = path.join(root, 'site', 'dist');

/** The pages, by their addresses. */
export function pagesOf(folder: string): Map<string, string> {
  const names = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const pages = names.filter((name) => name.endsWith('.html') && !name.startsWith('play/') && name !== '404.html');
  return new Map(
    pages.map((name) => [
      `/${name.replace(/(?:(?<=^|\/)index)?\.html$/, '')}`,
      fs.readFileSync(path.join(folder, name), 'utf8'),
    ]),
  );
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};

export interface Served {
  readonly url: string;
  /** Bytes of each answer, by path. */
  readonly sent: Map<string, number>;
  readonly close: () => void;
}

/** Serves the site as a host of static files does: compressed, and without endings in addresses. */
export async function serve(): Promise<Served> {
  const sent = new Map<string, number>();
  const server = http.createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const name = path.join(dist, decodeURIComponent(pathname));
    const file = [name, `${name}.html`, path.join(name, 'index.html')].find(
      (each) => fs.existsSync(each) && fs.statSync(each).isFile(),
    );
    if (file === undefined) {
      response.writeHead(404).end();
      return;
    }
    const type = TYPES[path.extname(file)] ?? 'application/octet-stream';
    const body = gzipSync(fs.readFileSync(file));
    sent.set(pathname, body.length);
    response.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip' }).end(body);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, sent, close: () => server.close() };
}
