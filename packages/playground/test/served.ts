import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { makePlayground } from '../../../tools/scripts/playground.js';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.css': 'text/css',
  '.js': 'text/javascript',
};

/** The playground, made from its sources and served as any static host would. */
export class Served {
  readonly folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fencepost-playground-'));
  /** What is served instead of the file of this name. */
  readonly replaced = new Map<string, string>();
  /** Paths that were asked for. */
  readonly asked: string[] = [];
  /** Told what a page posts, and to which path. */
  posted: (file: string, text: string) => void = () => undefined;
  private heldBack: string | undefined;
  private readonly waiting: (() => void)[] = [];
  private readonly server = http.createServer((request, response) => {
    const file = new URL(request.url ?? '', 'http://site').pathname.slice(1) || 'index.html';
    if (request.method === 'POST') void this.take(file, request).then(() => response.end());
    else this.answer(file, response);
  });

  async start(): Promise<void> {
    await makePlayground(this.folder);
    await new Promise<void>((listening) => this.server.listen(0, listening));
  }

  get url(): string {
    return `http://localhost:${(this.server.address() as AddressInfo).port}/`;
  }

  /** Files that end so are served only when the returned function is called. */
  holdBack(extension: string): () => void {
    this.heldBack = extension;
    return () => {
      this.heldBack = undefined;
      this.waiting.splice(0).forEach((answer) => answer());
    };
  }

  /** Stops serving it. */
  async goOffline(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((closed) => this.server.close(closed));
  }

  async close(): Promise<void> {
    await this.goOffline();
    fs.rmSync(this.folder, { recursive: true });
  }

  private answer(file: string, response: http.ServerResponse): void {
    this.asked.push(file);
    const content = this.replaced.get(file) ?? this.read(file);
    const answer = (): void => void response.end(content);
    response.writeHead(content === undefined ? 404 : 200, {
      'content-type': TYPES[path.extname(file)] ?? 'application/octet-stream',
    });
    if (this.heldBack !== undefined && file.endsWith(this.heldBack)) this.waiting.push(answer);
    else answer();
  }

  private async take(file: string, request: http.IncomingMessage): Promise<void> {
    let text = '';
    for await (const part of request) text += String(part);
    this.posted(file, text);
  }

  private read(file: string): Buffer | undefined {
    const full = path.join(this.folder, file);
    return fs.existsSync(full) ? fs.readFileSync(full) : undefined;
  }
}
