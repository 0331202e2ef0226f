import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { UserConfig } from 'vite';
import { resolveConfig } from 'vite';
import { afterAll, describe, expect, it } from 'vitest';
import type { FencepostPluginOptions } from '../../src/adapters/vite.js';
import fencepost from '../../src/adapters/vite.js';

const root = mkdtempSync(join(tmpdir(), 'fencepost-vite-'));
mkdirSync(join(root, 'src'));
afterAll(() => rmSync(root, { recursive: true }));

/** What the plugin hands over for a project with this configuration. */
async function handedOver(config: UserConfig, options?: FencepostPluginOptions): Promise<unknown> {
  const plugins = [...(config.plugins ?? []), fencepost(options)];
  const resolved = await resolveConfig({ root, configFile: false, logLevel: 'silent', ...config, plugins }, 'serve');
  const { test } = resolved as { test?: { env?: Record<string, string> } };
  return JSON.parse(test!.env!['FENCEPOST_PROJECT']!);
}

describe('the Vite plugin', () => {
  it('hands over the packages to include', async () => {
    expect(await handedOver({}, { include: ['ringbuf.js'] })).toMatchObject({ include: ['ringbuf.js'] });
    expect(await handedOver({})).not.toHaveProperty('include');
  });

  it('hands over other names of modules, with paths that are paths on the disk', async () => {
    const project = { alias: { '@': join(root, 'src'), '~': join(root, 'src'), queue: 'ring' } };
    const alias = { '@': '/src', '~': join(root, 'src'), queue: 'ring' };
    expect(await handedOver({ resolve: { alias } })).toMatchObject(project);
    const list = Object.entries(alias).map(([find, replacement]) => ({ find, replacement }));
    expect(await handedOver({ resolve: { alias: [...list, { find: /^x/, replacement: 'y' }] } })).toMatchObject(
      project,
    );
  });

  it('hands over conditions, each once', async () => {
    const config = {
      resolve: { conditions: ['source', 'node'] },
      ssr: { resolve: { conditions: ['source', 'mine'] } },
    };
    const { conditions } = (await handedOver(config)) as { conditions: string[] };
    expect(conditions).toEqual(['source', 'node', 'mine']);
  });

  it('receives the settings of other plugins', async () => {
    const other = { name: 'other', config: () => ({ resolve: { alias: { mine: 'yours' } } }) };
    expect(await handedOver({ plugins: [other] })).toMatchObject({ alias: { mine: 'yours' } });
  });
});
