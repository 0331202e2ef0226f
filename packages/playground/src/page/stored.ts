import type { Answer } from '../protocol.js';

/** The stored result of an example: what the engine answered when the page was made. */
export interface Stored {
  readonly report: Answer & { readonly kind: 'report' };
  readonly fixed: (Answer & { readonly kind: 'fixed' }) | null;
}

/** Fetches a stored result; undefined if there is no network. */
export async function fetchStored(file: string): Promise<Stored | undefined> {
  try {
    const response = await fetch(new URL(file, document.baseURI));
    return response.ok ? ((await response.json()) as Stored) : undefined;
  } catch {
    return undefined;
  }
}
