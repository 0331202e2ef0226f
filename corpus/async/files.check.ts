// Races of files, in callback style, each wrong and right. The kinds are those of the bugs that NodeRacer was tried with
// (Endo and Møller, ICST 2020); the programs are our own.
import assert from 'node:assert';
import type { CheckBuilder } from 'fencepost';
import { check } from 'fencepost';

type Callback<T> = (error: Error | undefined, value?: T) => void;

/** Files in memory, outside the program; functions take a callback at the end. */
function filesOf(t: CheckBuilder, files: Map<string, string>) {
  const failure = (code: string): Error => Object.assign(new Error(code), { code });
  const stub = t.outside({
    exists: (path: string) => files.has(path),
    mkdir: (path: string) => {
      if (files.has(path)) throw failure('EEXIST');
      files.set(path, '');
    },
    create: (path: string) => {
      if (files.has(path)) throw failure('EEXIST');
      files.set(path, '');
    },
    read: (path: string) => {
      const text = files.get(path);
      if (text === undefined) throw failure('ENOENT');
      return text;
    },
    write: (path: string, text: string) => void files.set(path, text),
    append: (path: string, text: string) => void files.set(path, (files.get(path) ?? '') + text),
    unlink: (path: string) => {
      if (!files.delete(path)) throw failure('ENOENT');
    },
    rename: (from: string, to: string) => {
      const text = files.get(from);
      if (text === undefined) throw failure('ENOENT');
      files.delete(from);
      files.set(to, text);
    },
    list: () => [...files.keys()],
  });
  const calling = <T>(promise: Promise<T>, callback: Callback<T>): void =>
    void promise.then(
      (value) => callback(undefined, value),
      (error: unknown) => callback(error as Error),
    );
  return {
    exists: (path: string, callback: Callback<boolean>) => calling(stub.exists(path), callback),
    mkdir: (path: string, callback: Callback<void>) => calling(stub.mkdir(path), callback),
    create: (path: string, callback: Callback<void>) => calling(stub.create(path), callback),
    read: (path: string, callback: Callback<string>) => calling(stub.read(path), callback),
    write: (path: string, text: string, callback: Callback<void>) => calling(stub.write(path, text), callback),
    append: (path: string, text: string, callback: Callback<void>) => calling(stub.append(path, text), callback),
    unlink: (path: string, callback: Callback<void>) => calling(stub.unlink(path), callback),
    rename: (from: string, to: string, callback: Callback<void>) => calling(stub.rename(from, to), callback),
    list: (callback: Callback<string[]>) => calling(stub.list(), callback),
  };
}

const hasCode = (error: Error, code: string): boolean => (error as { code?: string }).code === code;

for (const kind of ['wrong', 'right']) {
  const isRight = kind === 'right';

  check(`a folder is made twice: ${kind}`, (t) => {
    const fs = filesOf(t, new Map());
    const make = (): void =>
      fs.exists('out', (_, isThere) => {
        if (isThere === true) return;
        fs.mkdir('out', (error) => {
          if (error && !(isRight && hasCode(error, 'EEXIST'))) throw error;
        });
      });
    t.task('A', make);
    t.task('B', make);
  });

  check(`a file is deleted twice: ${kind}`, (t) => {
    const fs = filesOf(t, new Map([['cache', '']]));
    const clean = (): void =>
      fs.list((_, names) => {
        for (const name of names!) {
          fs.unlink(name, (error) => {
            if (error && !(isRight && hasCode(error, 'ENOENT'))) throw error;
          });
        }
      });
    t.task('A', clean);
    t.task('B', clean);
  });

  check(`two runs share a temporary file: ${kind}`, (t) => {
    const fs = filesOf(t, new Map());
    const lint = (text: string): void => {
      const path = isRight ? `tmp-${text}` : 'tmp';
      fs.write(path, text, () => {
        fs.read(path, (error, found) => {
          if (error) throw error;
          assert.equal(found, text);
        });
      });
    };
    t.task('A', () => lint('a'));
    t.task('B', () => lint('b'));
  });

  check(`a log line is lost: ${kind}`, (t) => {
    const files = new Map([['log', '']]);
    const fs = filesOf(t, files);
    const log = (line: string): void => {
      if (isRight) fs.append('log', line, () => undefined);
      else fs.read('log', (_, text) => fs.write('log', text! + line, () => undefined));
    };
    t.task('A', () => log('a'));
    t.task('B', () => log('b'));
    t.after(() => assert.equal(files.get('log')!.length, 2));
  });

  check(`the last file is not the last answer: ${kind}`, (t) => {
    const fs = filesOf(
      t,
      new Map([
        ['a', '1'],
        ['b', '2'],
      ]),
    );
    let total: number | undefined;
    t.task('sum', () => {
      const names = ['a', 'b'];
      let sum = 0;
      let left = names.length;
      names.forEach((name, i) =>
        fs.read(name, (_, text) => {
          sum += Number(text);
          left--;
          if (isRight ? left === 0 : i === names.length - 1) total = sum;
        }),
      );
    });
    t.after(() => assert.equal(total, 3));
  });

  check(`a file is read before it is written: ${kind}`, (t) => {
    const fs = filesOf(t, new Map());
    t.task('build', () => {
      const use = (): void =>
        fs.read('out', (error, text) => {
          if (error) throw error;
          assert.equal(text, 'built');
        });
      fs.write('out', 'built', () => {
        if (isRight) use();
      });
      if (!isRight) use();
    });
  });

  check(`a reader sees half a file: ${kind}`, (t) => {
    const fs = filesOf(t, new Map([['config', '{}']]));
    t.task('save', () => {
      const path = isRight ? 'config.new' : 'config';
      fs.write(path, '', () => {
        fs.append(path, '{"a":1}', () => {
          if (isRight) fs.rename(path, 'config', () => undefined);
        });
      });
    });
    t.task('load', () =>
      fs.read('config', (error, text) => {
        if (error) throw error;
        assert.notEqual(text, '', 'half a file');
      }),
    );
  });

  check(`a lock file is taken twice: ${kind}`, (t) => {
    const fs = filesOf(t, new Map());
    let holders = 0;
    const lock = (): void => {
      if (isRight) {
        fs.create('lock', (error) => {
          if (!error) holders++;
        });
        return;
      }
      fs.exists('lock', (_, isThere) => {
        if (isThere === true) return;
        fs.write('lock', '', () => holders++);
      });
    };
    t.task('A', lock);
    t.task('B', lock);
    t.after(() => assert.equal(holders, 1));
  });

  check(`a log is rotated while it is written: ${kind}`, (t) => {
    const files = new Map([['log', 'old']]);
    const fs = filesOf(t, files);
    t.task('rotate', () =>
      fs.rename('log', 'log.1', (error) => {
        if (error) throw error;
        // An append makes the file anyway. A write may empty it after an append.
        if (!isRight) fs.write('log', '', () => undefined);
      }),
    );
    t.task('log', () => fs.append('log', 'new', () => undefined));
    t.after(() => assert.ok([...files.values()].join('').includes('new'), 'a line is lost'));
  });
}
