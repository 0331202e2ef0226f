import { resolve } from 'node:path';
import { endingsOf } from '@fencepost/core';
import { readText } from '../files/files.js';
import type { FrontEnd } from './front-end.js';
import { digestOf } from './loaded-program.js';

/** Litmus tests as programs. `forall` and `~exists` are checked as requirements. */
export const LITMUS: FrontEnd = {
  name: 'litmus',
  files: 'a litmus test (*.litmus)',
  extensions: endingsOf('litmus'),
  load: async (source, { texts }) => {
    const text = texts?.[resolve(source)] ?? readText(source);
    const { litmusCheckProgram, parseLitmus } = await import('@fencepost/litmus');
    return [{ source, program: litmusCheckProgram(parseLitmus(text, source)), digest: digestOf(text), alone: true }];
  },
};
