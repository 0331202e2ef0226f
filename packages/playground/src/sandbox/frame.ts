/*
 * The script of the sandboxed frame. Its page hands it the text of an engine and a port; it starts the engine, and gives
 * it the port. A classic worker from a blob: module workers do not start where the origin is opaque.
 */
self.addEventListener(
  'message',
  ({ data: engine, ports: [port] }: MessageEvent<string>) => {
    const worker = new Worker(URL.createObjectURL(new Blob([engine], { type: 'text/javascript' })));
    worker.postMessage(port, [port!]);
  },
  { once: true },
);
