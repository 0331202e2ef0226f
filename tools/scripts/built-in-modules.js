const IMPORT = /^import (?:([\w$]+)(?:, )?)?(?:\{([^}]*)\})? from "(node:[\w/]+)";$/gm;

/**
 * Takes Node's modules by `process.getBuiltinModule` instead of `import`. An import reads every property of the module,
 * and some of them load further modules: `promises` of `node:fs`, `webcrypto` of `node:crypto`.
 * @param {string} text a module, as the bundler writes it
 */
export function withoutBuiltInImports(text) {
  return text.replace(
    IMPORT,
    /**
     * @param {string} _all
     * @param {string | undefined} whole
     * @param {string | undefined} names
     * @param {string} name
     */
    (_all, whole, names, name) => {
      const from = `process.getBuiltinModule("${name}")`;
      const parts = names?.replaceAll(/([\w$]+) as /g, '$1: ');
      if (whole === undefined) return `const {${parts}} = ${from};`;
      return `const ${whole} = ${from};${parts === undefined ? '' : ` const {${parts}} = ${whole};`}`;
    },
  );
}
