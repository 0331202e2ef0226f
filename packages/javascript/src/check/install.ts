import '#host/shims';
import { natives } from '#host/natives';
import * as core from '@fencepost/core';
import { registerCheckShims } from './collected.js';
import { WorldAtomics } from '../memory/atomics/atomics.js';
import { installNatives } from '../memory/natives/natives.js';
import { installReaders } from '../memory/natives/readers.js';
import { replaceWasmCode } from '../wasm/code.js';
import { replaceWasmMemory } from '../wasm/memory.js';
import '../workers/node-worker.js';
import '../workers/web-worker.js';
import { replaceArrayFromAsync } from '../globals/array-from-async.js';
import { installCompilers } from '../globals/code-in-texts.js';
import { installEventTargets } from '../globals/event-targets.js';
import { installCallSites } from '../globals/call-sites.js';
import { installFunctionTexts } from '../globals/function-texts.js';
import { sharedBuiltIns } from '../globals/globals.js';
import '../async/async-hooks.js';
import '../globals/runner-shims.js';
import { installLastMatches } from '../globals/last-matches.js';
import { installDates } from '../globals/time.js';
import '../globals/time-shims.js';

/** One flag per process, because natives and globals belong to the process. */
let installed = false;

/** Prepares the process: sets up state shared by all worlds, and replaces natives. */
export function install(): void {
  if (installed) return;
  installed = true;
  installNatives();
  replaceWasmMemory();
  replaceWasmCode();
  replaceArrayFromAsync();
  installReaders();
  installCompilers();
  installEventTargets();
  installFunctionTexts();
  installCallSites();
  installDates();
  installLastMatches();
  registerCheckShims({ ...core });
  natives.installPromises();
  natives.announce([...sharedBuiltIns, ['Atomics', WorldAtomics]]);
}
