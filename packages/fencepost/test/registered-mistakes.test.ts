import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FrontEnd } from 'fencepost';
import { checkFile, registerFormat, registerFrontEnd } from 'fencepost';
import { EXPLORERS } from 'fencepost/explore';
import { afterAll, describe, expect, it } from 'vitest';
import { FRONT_ENDS } from '../src/load/front-ends.js';
import { fencepost } from '@fencepost/testing/terminal';

const folder = mkdtempSync(join(tmpdir(), 'fencepost-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('a front end with mistakes', () => {
  const withLoad = (name: string, load: () => unknown): void =>
    registerFrontEnd({ name, files: name, extensions: [`.${name}`], load: load as FrontEnd['load'] });
  withLoad('empty', () => Promise.resolve([]));
  withLoad('nothing', () => Promise.resolve(undefined));
  withLoad('other', () => Promise.resolve([{ source: 'x', program: { name: 'no threads' } }]));
  withLoad('throwing', () => {
    throw new TypeError('cannot read it');
  });

  it.each([
    ['empty', /a\.empty has no programs \[USAGE\]/],
    ['nothing', /the front end 'nothing' does not return a list of programs \[USAGE\]/],
    ['other', /this is not a program \[USAGE\]/],
    ['throwing', /the front end 'throwing' cannot load .*a\.throwing: cannot read it \[USAGE\]/],
  ])('%s neither passes nor counts as a bug of ours', async (name, says) => {
    const path = join(folder, `a.${name}`);
    writeFileSync(path, '');
    for (const command of [['check'], ['test']]) {
      const { code, err } = await fencepost([...command, path]);
      expect(err).toMatch(says);
      expect(code).toBe(2);
    }
    await expect(checkFile(path)).rejects.toMatchObject({ code: 'USAGE' });
  });

  const load = () => Promise.resolve([]);
  it.each([
    [{ name: 'two words' }, "'two words' cannot be the name of a front end"],
    [{ extensions: [] }, 'has no extensions'],
    [{ extensions: ['new'] }, "'new' is not an extension of files"],
    [{ extensions: ['.test.new'] }, "'.test.new' is not an extension of files"],
    [{ extensions: ['.new', '.c'] }, "cannot load .c: the front end 'c' does already"],
  ])('is refused: %j', (mistake, message) => {
    const before = FRONT_ENDS.names();
    expect(() => registerFrontEnd({ name: 'new', files: 'new', extensions: ['.new'], load, ...mistake })).toThrow(
      message,
    );
    expect(FRONT_ENDS.names()).toEqual(before);
  });
});

describe('a format with mistakes', () => {
  const test = join(import.meta.dirname, '../../../examples/litmus/2+2W.litmus');
  registerFormat({ name: 'no-text', extension: 'txt', render: () => undefined as unknown as string });
  registerFormat({
    ...{ name: 'throwing', extension: 'txt' },
    render: () => {
      throw new TypeError('too long');
    },
  });

  it.each([
    ['no-text', /the format 'no-text' returned no text for the report \[USAGE\]/],
    ['throwing', /the format 'throwing' cannot write the report: too long \[USAGE\]/],
  ])('%s does not count as a bug of ours', async (name, says) => {
    const { code, err } = await fencepost(['check', test, '--model', 'sc', '--format', name]);
    expect(err).toMatch(says);
    expect(code).toBe(2);
  });

  it('is refused if --report could not name it', () => {
    expect(() => registerFormat({ name: 'a=b', extension: 'txt', render: () => '' })).toThrow(
      "'a=b' cannot be the name of a format",
    );
  });
});

describe('an explorer', () => {
  it('has a name that can be written', () => {
    const graph = EXPLORERS.named('graph');
    expect(() => EXPLORERS.register({ ...graph, name: '' })).toThrow("'' cannot be the name of an explorer");
    expect(() => EXPLORERS.register(graph)).toThrow("there is an explorer 'graph' already");
  });
});
