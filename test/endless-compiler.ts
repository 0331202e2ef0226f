import { chmodSync, copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

export interface EndlessCompiler {
  readonly environment: NodeJS.ProcessEnv;
  /** To be asked after it was started. */
  readonly isRunning: () => Promise<boolean>;
}

/** A compiler that never ends. It has another process write a file again and again. */
export function endlessCompiler(folder: string): EndlessCompiler {
  const own = mkdtempSync(join(folder, 'compiler-'));
  const sign = join(own, 'sign');
  writeFileSync(
    join(own, 'clang'),
    `#!/bin/sh
case "$*" in
  *-print-targets*) echo "clang version 22.0.0" >&2; echo "    wasm64 - WebAssembly" ;;
  *) (while :; do echo > ${sign}; sleep 0.1; done) & wait ;;
esac
`,
  );
  chmodSync(join(own, 'clang'), 0o755);
  // It is not run, but has to be there.
  copyFileSync(join(own, 'clang'), join(own, 'wasm-ld'));
  const isRunning = async (): Promise<boolean> => {
    rmSync(sign);
    await setTimeout(3000);
    return existsSync(sign);
  };
  return {
    environment: {
      ...{ FENCEPOST_CLANG: join(own, 'clang'), FENCEPOST_CACHE: join(own, 'cache') },
      PATH: `${own}:/usr/bin:/bin`,
    },
    isRunning,
  };
}
