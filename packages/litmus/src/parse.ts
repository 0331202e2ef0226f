import { requireKnownAddresses } from '@fencepost/axioms';
import type { ErrorCode } from '@fencepost/core';
import { FencepostError } from '@fencepost/core';
import { parseAfterHeader } from './axiomatic/parse.js';
import type { AArch64Test } from './axiomatic/test.js';
import type { Header } from './format/header.js';
import { parseHeader } from './format/header.js';
import { Source } from './format/source.js';
import { parseSized } from './sized/parse.js';
import type { SizedTest } from './sized/test.js';
import type { LitmusTest } from './test.js';
import { LITMUS_DIALECTS } from './test.js';
import { parseX86 } from './x86/parse.js';

/**
 * Reads a litmus test in herd7's format; its first word names the language of its threads. Throws a `FencepostError`
 * with its place for anything that cannot be read or modelled.
 */
export function parseLitmus(text: string, file: string): LitmusTest {
  const source = new Source(text, file);
  const header = parseHeader(source, LITMUS_DIALECTS);
  const { dialect } = header;
  if (dialect === 'C') return parseAfterHeader(source, { ...header, dialect });
  if (dialect === 'AArch64') return parseAArch64(source, { ...header, dialect });
  return parseX86(source, { ...header, dialect });
}

/** Reads a test of AArch64 with variables as a whole if that is possible, else with their bytes. */
function parseAArch64(source: Source, header: Header<'AArch64'>): AArch64Test | SizedTest {
  try {
    const test = parseAfterHeader(source, header);
    requireKnownAddresses(test.program);
    return test;
  } catch (error) {
    if (!(error instanceof FencepostError) || !BY_BYTES.includes(error.code)) throw error;
    return parseSized(source, header);
  }
}

/** Errors of the first reading after which a test is read again by bytes. */
const BY_BYTES: readonly ErrorCode[] = ['LITMUS_UNSUPPORTED', 'MIXED_SIZE'];
