import { C, C_LOOPS } from './c/batch.js';
import type { FrontEnd } from './front-end.js';
import { JAVASCRIPT, JAVASCRIPT_ACCESSES, JAVASCRIPT_BULK } from './javascript/batch.js';

export const FRONT_ENDS: ReadonlyMap<string, FrontEnd> = new Map(
  [C, C_LOOPS, JAVASCRIPT, JAVASCRIPT_ACCESSES, JAVASCRIPT_BULK].map((frontEnd) => [frontEnd.name, frontEnd]),
);
