// A front end in one function: a thread per line, statements `x = 1` (store) and `x` (load), separated by semicolons.
import { FencepostError, checkProgram, load, store } from 'fencepost';

/**
 * @param {string} text
 * @param {string} file
 * @returns {import('fencepost').Program}
 */
function parse(text, file) {
  /** @type {string[]} */
  const names = [];
  /** @param {string} name */
  const addressOf = (name) => (names.includes(name) ? names.indexOf(name) : names.push(name) - 1);

  const threads = text.split('\n').map((row, i) => {
    const statements = row.split(';').map((statement) => {
      const [, name, value] = /^\s*(\w+)\s*(?:=\s*(\d+))?\s*$/.exec(statement) ?? [];
      const site = { file, line: i + 1 };
      if (name === undefined) throw new FencepostError('USAGE', `cannot read '${statement}'`, { site });
      return { address: addressOf(name), value, site };
    });
    return {
      name: `thread ${i + 1}`,
      /**
       * May be started any number of times, and depends on nothing but the results it is given.
       *
       * @returns {import('fencepost').ThreadRun}
       */
      body: function* () {
        const results = [];
        for (const { address, value, site } of statements) {
          if (value !== undefined) yield store(address, Number(value), 'relaxed', site);
          else results.push(yield load(address, 'relaxed', site));
        }
        return results;
      },
    };
  });
  return { name: file, threads, initialValue: () => 0, nameOf: (address) => names[address] ?? '?' };
}

for (const { model, robust, schedule } of (await checkProgram(parse('x = 1; y\ny = 1; x', 'sb.txt'))).checks) {
  console.log(`${model}: ${robust ? 'robust' : `not robust, ${schedule}`}`);
}
