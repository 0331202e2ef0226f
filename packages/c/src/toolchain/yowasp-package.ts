import { readFileSync, readdirSync, statSync } from 'node:fs';
import path, { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { COMPILED_LANGUAGES, CXX_HEADERS, C_HEADERS, endingsOf } from '@fencepost/core';
import { FRAMEWORKS } from '../frameworks.js';
import type { Toolchain } from './toolchain.js';
import type { Tree, Yowasp } from './yowasp.js';
import { placeFile, startYowasp } from './yowasp.js';

/** The npm package. */
export const YOWASP = '@yowasp/clang';

/** Loads the compiler from the npm package. The files that it may need are read from the disk for it. */
export async function loadYowasp(path: string): Promise<Toolchain> {
  const api = (await import(/* @vite-ignore */ pathToFileURL(path).href)) as Yowasp;
  return startYowasp(api, { frameworks: FRAMEWORKS, treeOf, inTree });
}

function treeOf(reads: readonly string[]): Tree {
  const tree: Tree = {};
  for (const path of reads) addToTree(tree, path);
  return tree;
}

/** Extensions of files that an `#include` may name; other files next to the source are not read. */
const INCLUDED: readonly string[] = [...C_HEADERS, ...CXX_HEADERS, ...endingsOf(...COMPILED_LANGUAGES)];
const MOST_FILES = 2000;

/** Returns the path in the tree. The tree's root is the working folder; paths outside it stay absolute. */
export function placeInTree(file: string, folder = process.cwd(), system: path.PlatformPath = path): string {
  const absolute = system.resolve(folder, file);
  const fromHere = system.relative(folder, absolute);
  const place = fromHere.startsWith('..') || system.isAbsolute(fromHere) ? absolute : fromHere;
  return place.split(system.sep).join('/');
}

/** Translates arguments that name a file or folder on disk. */
function inTree(arg: string): string {
  const option = /^-I(?=.)/.exec(arg)?.[0] ?? '';
  const path = arg.slice(option.length);
  if (path.startsWith('-') || !/[\\/]/.test(path) || placeInTree(path).startsWith('/usr/')) return arg;
  return option + (placeInTree(path) || '.');
}

function addToTree(tree: Tree, path: string): void {
  let left = MOST_FILES;
  const add = (current: string): void => {
    left--;
    if (statSync(current).isDirectory()) {
      for (const { name } of readdirSync(current, { withFileTypes: true })) {
        if (!name.startsWith('.') && name !== 'node_modules' && left > 0) add(join(current, name));
      }
    } else if (INCLUDED.includes(extname(current))) {
      placeFile(tree, placeInTree(current), new Uint8Array(readFileSync(current)));
    }
  };
  try {
    add(path);
  } catch {
    // Missing or unreadable: the compiler reports it if it needs the file.
  }
}
