import type { EngineFiles } from '../protocol.js';
import type { Engine } from './engines.js';

/** Bytes between two progress updates, so that the page is not redrawn for each chunk. */
const STEP = 100_000;

const blobs = new Map<string, Blob>();

/** Returns whether all files of the engine were already downloaded, in this visit or an earlier one. */
export async function isHere({ files }: Engine): Promise<boolean> {
  const missing = files.filter((file) => !blobs.has(file));
  // Caches do not exist in an insecure context.
  if (missing.length > 0 && !('caches' in globalThis)) return false;
  const kept = await Promise.all(missing.map(async (file) => (await caches.match(urlOf(file))) !== undefined));
  return kept.every(Boolean);
}

/** Returns the files of an engine, each downloaded on first use. `received` gets the number of bytes available. */
export async function download(
  { files }: Engine,
  received: (bytes: number) => void,
  signal: AbortSignal,
): Promise<EngineFiles> {
  let [bytes, told] = [0, 0];
  const add = (more: number): void => {
    bytes += more;
    if (bytes - told < STEP) return;
    told = bytes;
    received(bytes);
  };
  const found = await Promise.all(
    files.map(async (file): Promise<[string, Blob]> => {
      const known = blobs.get(file);
      if (known !== undefined) {
        add(known.size);
        return [file, known];
      }
      const blob = await fetchBlob(file, add, signal);
      blobs.set(file, blob);
      return [file, blob];
    }),
  );
  return { script: await found[0]![1].text(), files: Object.fromEntries(found.slice(1)) };
}

async function fetchBlob(file: string, add: (bytes: number) => void, signal: AbortSignal): Promise<Blob> {
  const response = await fetch(urlOf(file), { signal });
  if (!response.ok) throw new Error(`${file}: ${response.status} ${response.statusText}`);
  const counted = response.body!.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, controller) => {
        add(chunk.length);
        controller.enqueue(chunk);
      },
    }),
  );
  return new Response(counted).blob();
}

function urlOf(file: string): URL {
  return new URL(file, document.baseURI);
}
