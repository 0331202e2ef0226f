import type { EngineFiles } from '../protocol.js';
import type { Engine } from './engines.js';

/** Told of fewer bytes, the page would be drawn for each piece that arrives. */
const STEP = 100_000;

const blobs = new Map<string, Blob>();

/** Whether nothing of the engine has to be downloaded: it was, in this visit or an earlier one. */
export async function isHere({ files }: Engine): Promise<boolean> {
  const missing = files.filter((file) => !blobs.has(file));
  // There are no caches where the page does not come from a safe place.
  if (missing.length > 0 && !('caches' in globalThis)) return false;
  const kept = await Promise.all(missing.map(async (file) => (await caches.match(urlOf(file))) !== undefined));
  return kept.every(Boolean);
}

/** The files of an engine, each fetched when it is needed first. `received` is told the bytes that are here. */
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
