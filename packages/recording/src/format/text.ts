// UTF-8 without TextDecoder, which is not part of the language.

/** Converts bytes to text; bytes that are not valid UTF-8 count as Latin-1. */
export function decodeText(bytes: Uint8Array): string {
  let escaped = '';
  let latin = '';
  for (const byte of bytes) {
    const char = String.fromCharCode(byte);
    latin += char;
    escaped += byte < 0x80 && char !== '%' ? char : `%${byte.toString(16).padStart(2, '0')}`;
  }
  try {
    return decodeURIComponent(escaped);
  } catch {
    return latin;
  }
}

/** Converts text to bytes. */
export function encodeText(text: string): Uint8Array {
  const bytes: number[] = [];
  for (const part of encodeURIComponent(text.replaceAll(/[\ud800-\udfff]/gu, '\ufffd')).matchAll(/%(..)|[^%]/g)) {
    bytes.push(part[1] === undefined ? part[0].charCodeAt(0) : Number.parseInt(part[1], 16));
  }
  return Uint8Array.from(bytes);
}
