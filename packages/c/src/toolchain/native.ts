import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FencepostError } from '@fencepost/core';
import { FRAMEWORKS } from '../frameworks.js';
import { runProcess } from './process.js';
import type { Outcome } from './process.js';
import type { Toolchain, ToolRun } from './toolchain.js';

const WASI_HEADERS = [
  '/usr/include/wasm32-wasi',
  '/opt/wasi-sdk/share/wasi-sysroot/include/wasm32-wasi-threads',
  '/opt/wasi-sdk/share/wasi-sysroot/include/wasm32-wasi',
];

/** Runs `work`, which uses the temporary folder. */
async function temporary<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new FencepostError('C_TOOLCHAIN', `cannot write to the temporary folder ${tmpdir()}: ${reason}`, {
      hint: 'TMPDIR names it: it must exist and have a few megabytes of free space',
    });
  }
}

/** The installed tools. */
export class NativeToolchain implements Toolchain {
  readonly ownHeaders = false;
  readonly frameworks = FRAMEWORKS;
  readonly major: number;

  constructor(
    readonly version: string,
    private readonly paths: Readonly<Record<ToolRun['tool'], string>>,
  ) {
    this.major = Number.parseInt(version, 10);
  }

  get wasiHeaders(): string | undefined {
    return WASI_HEADERS.find((folder) => existsSync(folder));
  }

  async run({ tool, args, input, files }: ToolRun): Promise<Outcome> {
    const path = this.paths[tool];
    if (files === undefined) return runProcess(path, args(''), input);
    const folder = await temporary(() => mkdtemp(join(tmpdir(), 'fencepost-')));
    try {
      await temporary(() => Promise.all([...files].map(([name, bytes]) => writeFile(join(folder, name), bytes))));
      return await runProcess(path, args(folder), input, folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
}
