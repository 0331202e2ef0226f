import type { Built, BuiltElsewhere, Yowasp } from '@fencepost/c/browser';
import {
  BrowserBuilder,
  DEFAULT_BOUNDS,
  compiledProgram,
  restored,
  structureProgram,
  structuresOf,
} from '@fencepost/c/browser';
import type { ModelName } from '@fencepost/core';
import { isWrittenIn } from '@fencepost/core';
import type { SourceFiles } from '@fencepost/fix';
import { CSources, CVariables, cEditor, needsVolatile } from '@fencepost/fix';
import type { EngineFiles } from '../protocol.js';
import { HEADERS } from './headers.js';
import { messagesIn } from './messages.js';
import type { LoadedProgram } from './front-end.js';
import { PARTS } from './parts.js';
import { serve } from './serve.js';
import { evaluate, unpacked } from './tools.js';

let builder: BrowserBuilder | undefined;

/** Creates a builder that keeps the compiler loaded and caches its results. */
function builderWith(files: EngineFiles['files']): BrowserBuilder {
  const clang = evaluate<{ clang: Yowasp }>('clang.js', files, (url) => Promise.resolve(unpacked(files, url)));
  return new BrowserBuilder({
    compiler: async () => (await clang).clang,
    headers: HEADERS,
    parts: PARTS.map(({ data, ...part }) => ({ ...part, data: bytesOf(data) })),
  });
}

function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (each) => each.codePointAt(0)!);
}

serve({
  load: async ({ file, text }, files, made) => {
    if (made !== undefined) return { programs: programsOf(file, restored(made as BuiltElsewhere)) };
    builder ??= builderWith(files);
    const built = await builder.build(file, text);
    const { wasm, stored, warnings } = built;
    return {
      programs: programsOf(file, built),
      messages: messagesIn(warnings, file, text),
      warnings,
      made: { wasm, stored, warnings } satisfies BuiltElsewhere,
    };
  },
  editorFor: (_, file, models, sources) =>
    isWrittenIn(file, ['C']) ? cEditor(models, false, variablesOf(file, models, sources)) : undefined,
});

function programsOf(file: string, built: Built): readonly LoadedProgram[] {
  const structures = structuresOf(built, DEFAULT_BOUNDS);
  const programs = structures?.map((structure): LoadedProgram => ({
    program: structureProgram(structure, built, DEFAULT_BOUNDS),
    // Scenarios check the results of calls, so executions that are not SC are accepted.
    allowsRelaxed: true,
  }));
  return programs ?? [{ program: compiledProgram(file.split('/').at(-1)!, built) }];
}

function variablesOf(file: string, models: readonly ModelName[], sources: SourceFiles): CVariables {
  return new CVariables(new CSources([file], sources, false), false, needsVolatile(models));
}
