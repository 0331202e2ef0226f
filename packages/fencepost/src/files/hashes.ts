import type Crypto from 'node:crypto';

// Node's module is loaded when it is first needed, as that takes some milliseconds: a command that saves nothing needs none
// of this.
const crypto = (): typeof Crypto => process.getBuiltinModule('node:crypto');

/** The SHA-256 of all parts together, in hexadecimal digits. */
export function sha256(...parts: readonly (string | Uint8Array)[]): string {
  const hash = crypto().createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}

/** So many random bytes, in hexadecimal digits. */
export function randomHex(bytes: number): string {
  return crypto().randomBytes(bytes).toString('hex');
}
