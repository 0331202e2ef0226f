// Must be imported first: it saves the global functions before other modules can change them.
import { serve } from './serve.js';
import type { Parser } from '@fencepost/javascript/browser';
import { provideFiles, provideParser } from '@fencepost/javascript/browser';
import { FencepostError, isFencepostError, refusedProgram, withDaemons } from '@fencepost/core';
import type { LoadedCheck } from '@fencepost/javascript';
import { SCENARIO_SETTINGS, atomicAccess, isElement, loadChecks } from '@fencepost/javascript';
import { javascriptEditor } from '@fencepost/fix';
import type { EngineFiles } from '../protocol.js';
import { checkSettings } from './check-settings.js';
import { parserOf } from './oxc.js';
import type { LoadedProgram } from './front-end.js';
import { unpacked } from './tools.js';

let parser: Parser | undefined;

async function makeParser(files: EngineFiles['files']): Promise<Parser> {
  const bytesOf = (name: string): Promise<ArrayBuffer> => unpacked(files, new URL(`file:///${name}`)).arrayBuffer();
  return parserOf(await bytesOf('oxc-parser.wasm'), await bytesOf('oxc-transform.wasm'));
}

serve({
  load: async ({ file, text }, files) => {
    if (parser === undefined) provideParser((parser = await makeParser(files)));
    const path = `/${file.replace(/^\/+/, '')}`;
    provideFiles({ [path]: text });
    const { checks } = await loadChecks(path);
    if (checks.length > 0) return { programs: checks.map(loaded) };
    throw new FencepostError('USAGE', `${file} has no checks`, {
      hint: "write: check('name', (t) => { … }), with check imported from 'fencepost'",
    });
  },
  editorFor: () => javascriptEditor({ atomicAccess, isElement }),
});

/** An error in one check does not stop the others. */
function loaded({ name, settings: given, program }: LoadedCheck): LoadedProgram {
  try {
    const settings = checkSettings(name, given, program.scenarios === undefined ? [] : SCENARIO_SETTINGS);
    const { daemons = [], allowRelaxed = false, ...options } = settings;
    return { program: withDaemons(program, daemons), allowsRelaxed: allowRelaxed, options };
  } catch (error) {
    if (isFencepostError(error)) return { program: refusedProgram(name, error, program.standard) };
    throw error;
  }
}
