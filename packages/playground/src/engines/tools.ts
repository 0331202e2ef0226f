import type { EngineFiles } from '../protocol.js';

type Fetch = (url: URL) => Promise<Response>;

/** Constructor of async functions from text. The page's policy allows this only in sandboxes. */
const AsyncFunction = (async () => Promise.resolve()).constructor as new (
  ...parametersAndBody: string[]
) => (given: object) => Promise<void>;

/** Evaluates one of our packed scripts. It assigns its exports to properties of its argument. */
export async function evaluate<T>(name: string, files: EngineFiles['files'], fetch?: Fetch): Promise<T> {
  const given = { fetch };
  const text = await unpacked(files, new URL(`file:///${name}`)).text();
  await new AsyncFunction('given', text)(given);
  return given as T;
}

/** Answers in place of the network, which the sandbox cannot reach. */
export function unpacked(files: EngineFiles['files'], { pathname }: URL): Response {
  const stream = files[`${pathname.slice(1)}.packed`]!.stream().pipeThrough(new DecompressionStream('gzip'));
  // The type required for streaming compilation of WebAssembly.
  return new Response(stream, { headers: { 'content-type': 'application/wasm' } });
}
