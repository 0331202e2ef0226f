import { createRequire, isBuiltin } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { NOTE_GLOBAL } from '../transform/in-place.js';

/**
 * Handles the imports of an ES module that was required. Before Node 22.15, loader hooks run only in a separate thread,
 * and are not called for these imports. Node uses modules that were required before, so this class requires them first,
 * in their order of evaluation.
 */
export class RequiredImports {
  /** Modules whose imports are being required. */
  private readonly open = new Set<string>();

  requireFirst(specifiers: readonly string[], file: string): void {
    this.open.add(file);
    try {
      for (const specifier of specifiers) if (!isBuiltin(specifier)) this.require(specifier, file);
    } finally {
      this.open.delete(file);
    }
  }

  private require(specifier: string, file: string): void {
    const imported = isPath(specifier) ? fileURLToPath(new URL(specifier, pathToFileURL(file))) : undefined;
    if (imported === undefined || this.open.has(imported)) note(specifier, file);
    else {
      try {
        createRequire(file)(imported);
      } catch {
        // Node reports the reason when it imports the module.
      }
    }
  }
}

function isPath(specifier: string): boolean {
  return /^(?:\.{0,2}\/|file:)/.test(specifier);
}

function note(specifier: string, file: string): void {
  const tell = Reflect.get(globalThis, NOTE_GLOBAL) as ((text: string) => void) | undefined;
  tell?.(
    `${file} is an ES module that was required, and imports ${specifier}: ` +
      'if that is also an ES module, its accesses to shared memory are not recorded before Node 22.15',
  );
}
