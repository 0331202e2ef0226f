const IMPORT = /^import (?<whole>[\w$]+)?(?:, )?(?:\{(?<names>[^}]*)\})? from "(?<name>node:[\w/]+)";$/gm;

/**
 * Takes Node's modules by `process.getBuiltinModule` instead of `import`. An import reads every property of the module,
 * and some of them load further modules: of `node:fs`, `node:crypto` and `node:worker_threads`, most of what they load.
 * @param {string} text a module, as the bundler writes it
 */
export function withoutBuiltInImports(text) {
  return text.replace(IMPORT, (_all, ...rest) => {
    const { whole, names, name } = rest.at(-1);
    const from = `process.getBuiltinModule("${name}")`;
    const parts = names?.replaceAll(/([\w$]+) as /g, '$1: ');
    if (whole === undefined) return `const {${parts}} = ${from};`;
    return `const ${whole} = ${from};${parts === undefined ? '' : ` const {${parts}} = ${whole};`}`;
  });
}
