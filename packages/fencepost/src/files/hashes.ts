import type Crypto from 'node:crypto';

// Loads Node's module on first use, which takes some milliseconds: a command that saves nothing does not need it.
const crypto = (): typeof Crypto => process.getBuiltinModule('node:crypto');

/** Returns the SHA-256 of all parts together, in hexadecimal digits. */
export function sha256(...parts: readonly (string | Uint8Array)[]): string {
  const hash = crypto().createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}

/** Returns this many random bytes, in hexadecimal digits. */
export function randomHex(bytes: number): string {
  return crypto().randomBytes(bytes).toString('hex');
}

export function randomUuid(): string {
  return crypto().randomUUID();
}
