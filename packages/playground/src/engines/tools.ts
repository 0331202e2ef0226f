import type { EngineFiles } from '../protocol.js';

type Fetch = (url: URL) => Promise<Response>;

/** A function whose body may wait, made of a text. The page allows it in sandboxes only. */
const AsyncFunction = (async () => Promise.resolve()).constructor as new (
  ...parametersAndBody: string[]
) => (given: object) => Promise<void>;

/** Evaluates a script of ours that is packed. What it exports becomes a property of what it is given. */
export async function evaluate<T>(name: string, files: EngineFiles['files'], fetch?: Fetch): Promise<T> {
  const given = { fetch };
  const text = await unpacked(files, new URL(`file:///${name}`)).text();
  await new AsyncFunction('given', text)(given);
  return given as T;
}

/** Answers as the network would that the sandbox does not have. */
export function unpacked(files: EngineFiles['files'], { pathname }: URL): Response {
  const stream = files[`${pathname.slice(1)}.packed`]!.stream().pipeThrough(new DecompressionStream('gzip'));
  // The type that WebAssembly is compiled from while it arrives.
  return new Response(stream, { headers: { 'content-type': 'application/wasm' } });
}
