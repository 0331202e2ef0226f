// npm run tables -- NAME or --list: writes what the docs show of our own results. Tests compare it.
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { runCommand } from '@fencepost/testing/commands';
import { createServer } from 'vite';

const root = path.join(import.meta.dirname, '..', '..');
const REPAIRS = 'packages/fencepost/test/fix/document.ts';

/**
 * Calls a function of a source, as tests import it.
 *
 * @param {string} file
 * @param {string} name
 * @param {...string} args
 */
async function call(file, name, ...args) {
  const server = await createServer({
    ...{ root, configFile: false, logLevel: 'warn', appType: 'custom', server: { middlewareMode: true } },
    ssr: { external: true },
  });
  try {
    const module = await server.ssrLoadModule(path.join(root, file));
    await /** @type {Record<string, (...args: string[]) => Promise<void>>} */ (module)[name]?.(...args);
  } finally {
    await server.close();
  }
}

/** @param {string} command */
async function repairs(command) {
  await call(REPAIRS, 'makeTables', command);
  execFileSync('npx', ['oxfmt', 'corpus/repairs.md'], { cwd: root, stdio: 'inherit' });
}

async function truth() {
  await call('truth/page.ts', 'makePage');
  execFileSync('npx', ['oxfmt', 'docs/evidence/others.md'], { cwd: root, stdio: 'inherit' });
}

await runCommand('tables', [
  {
    name: 'gallery',
    what: 'the reports on npm packages in docs/evidence/gallery.md',
    built: true,
    run: () => call('test/gallery.ts', 'makeGallery'),
  },
  {
    name: 'fix',
    what: 'the tables of repaired programs in corpus/repairs.md; some minutes',
    built: true,
    run: () => repairs('fix'),
  },
  {
    name: 'relax',
    what: 'the table of relaxed locks in corpus/repairs.md; some minutes',
    built: true,
    run: () => repairs('relax'),
  },
  {
    name: 'truth',
    what: 'the results on programs from other tools in docs/evidence/others.md, from truth/results.json',
    run: () => truth(),
  },
]);
