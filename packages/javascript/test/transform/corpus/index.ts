import { snippets as assignments } from './assignments.js';
import { snippets as async } from './async.js';
import { snippets as atomics } from './atomics.js';
import { snippets as calls } from './calls.js';
import { snippets as chains } from './chains.js';
import { snippets as classes } from './classes.js';
import { snippets as destructuring } from './destructuring.js';
import { snippets as exceptions } from './exceptions.js';
import { snippets as functions } from './functions.js';
import { snippets as generators } from './generators.js';
import { snippets as loops } from './loops.js';
import { snippets as members } from './members.js';
import { snippets as memory } from './memory.js';
import { snippets as sloppy } from './sloppy.js';
import type { Snippet } from './snippet.js';
import { snippets as syntax } from './syntax.js';
import { snippets as typescript } from './typescript.js';

/** The language by its features. */
export const CORPUS: Readonly<Record<string, readonly Snippet[]>> = {
  members,
  assignments,
  destructuring,
  calls,
  chains,
  functions,
  classes,
  loops,
  generators,
  exceptions,
  syntax,
  sloppy,
  memory,
  atomics,
  typescript,
  async,
};
