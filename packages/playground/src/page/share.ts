/** Content of a shared link. */
export interface Shared {
  readonly file: string;
  readonly text: string;
  readonly models: readonly string[];
}

/** Start of a link's fragment. The number identifies the format version. */
const PREFIX = 'p1,';

/** Returns the fragment of a link that contains the program, so that nothing is sent to a server. */
export async function encodeShared(shared: Shared): Promise<string> {
  const bytes = await piped(new TextEncoder().encode(JSON.stringify(shared)), new CompressionStream('deflate-raw'));
  const binary = Array.from(bytes, (byte) => String.fromCodePoint(byte)).join('');
  return PREFIX + btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Returns the content of a fragment; undefined if it is not in this format. */
export async function decodeShared(fragment: string): Promise<Shared | undefined> {
  if (!fragment.startsWith(PREFIX)) return undefined;
  try {
    const binary = atob(fragment.slice(PREFIX.length).replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = await piped(
      Uint8Array.from(binary, (each) => each.codePointAt(0)!),
      new DecompressionStream('deflate-raw'),
    );
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return isShared(value) ? value : undefined;
  } catch {
    return undefined; // truncated or mistyped
  }
}

function isShared(value: unknown): value is Shared {
  const { file, text, models } = (value ?? {}) as Partial<Record<keyof Shared, unknown>>;
  const areNames = Array.isArray(models) && models.every((each) => typeof each === 'string');
  return typeof file === 'string' && typeof text === 'string' && areNames;
}

async function piped(
  bytes: Uint8Array<ArrayBuffer>,
  through: CompressionStream | DecompressionStream,
): Promise<Uint8Array> {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(through)).arrayBuffer());
}
