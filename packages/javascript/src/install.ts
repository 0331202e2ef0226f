import * as core from '@fencepost/core';
import { registerCheckShims } from './check/collected.js';
import './memory/atomics.js';
import { installNatives } from './memory/natives.js';
import { installReaders } from './memory/readers.js';
import { theWorld } from './runtime/current.js';
import './workers/node-worker.js';
import { starting } from './workers/start.js';
import './workers/web-worker.js';
import { installCompilers } from './world/code-in-texts.js';
import { installEventTargets } from './world/event-targets.js';
import './world/node-crypto.js';
import './world/node-vm.js';
import './world/runner-shims.js';
import './world/time-shims.js';

let installed = false;

/** Prepares the process: what worlds share, and what has to be replaced in it. */
export function install(): void {
  if (installed) return;
  installed = true;
  installNatives();
  installReaders();
  installCompilers();
  installEventTargets();
  registerCheckShims({ ...core });
  starting.start = (spec) => theWorld().context.startWorker!(spec);
}
