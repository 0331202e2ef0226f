import type { Beginning, EngineFiles } from '../protocol.js';

/*
 * The script of the sandboxed frame. Its page passes it an engine and a port; it starts the engine, and passes it the
 * port. A classic worker from a blob: module workers do not start if the origin is opaque.
 */
self.addEventListener(
  'message',
  ({ data: { script, files }, ports: [port] }: MessageEvent<EngineFiles>) => {
    const worker = new Worker(URL.createObjectURL(new Blob([script], { type: 'text/javascript' })));
    worker.postMessage({ port: port!, script, files } satisfies Beginning, [port!]);
  },
  { once: true },
);
