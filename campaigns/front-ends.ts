import { C } from './c/batch.js';
import type { FrontEnd } from './front-end.js';
import { JAVASCRIPT } from './javascript/batch.js';

export const FRONT_ENDS: ReadonlyMap<string, FrontEnd> = new Map(
  [C, JAVASCRIPT].map((frontEnd) => [frontEnd.language, frontEnd]),
);
