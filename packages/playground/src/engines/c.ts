import type { Binaryen, Yowasp } from '@fencepost/c/browser';
import { BrowserBuilder, DEFAULT_BOUNDS, compiledProgram, structureProgram, structuresOf } from '@fencepost/c/browser';
import type { EngineFiles } from '../protocol.js';
import { HEADERS } from './headers.js';
import { messagesIn } from './messages.js';
import type { LoadedProgram } from './serve.js';
import { serve } from './serve.js';
import { evaluate, unpacked } from './tools.js';

let builder: BrowserBuilder | undefined;

/** The builder keeps the compiler ready, and what it has made. */
function builderWith(files: EngineFiles['files']): BrowserBuilder {
  const clang = evaluate<{ clang: Yowasp }>('clang.js', files, (url) => Promise.resolve(unpacked(files, url)));
  const binaryen = evaluate<{ binaryen: Binaryen }>('binaryen.js', files);
  return new BrowserBuilder({
    compiler: async () => (await clang).clang,
    binaryen: async () => (await binaryen).binaryen,
    headers: HEADERS,
  });
}

serve(async ({ file, text }, files) => {
  builder ??= builderWith(files);
  const built = await builder.build(file, text);
  const structures = structuresOf(built, DEFAULT_BOUNDS);
  const programs = structures?.map((structure): LoadedProgram => ({
    program: structureProgram(structure, built, DEFAULT_BOUNDS),
    // What matters are the results of calls.
    allowsRelaxed: true,
  }));
  return {
    programs: programs ?? [{ program: compiledProgram(file.split('/').at(-1)!, built) }],
    messages: messagesIn(built.warnings, file),
  };
});
