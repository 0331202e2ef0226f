import { table } from './snippet.js';

export const snippets = table(
  {
    'this is the global object': `function f() { return this === globalThis } return f()`,
    with: `const o = { x: [1], y: 2 }; with (o) { x[0]++; y += x[0]; var z = x[0] } return [o, z]`,
    'functions in blocks are seen outside': `if (true) { function f() { return [1][0] } } return f()`,
    'arguments are the parameters': `function f(a) { a = 5; arguments[0]++; return [a, arguments[0]] } return f(1)`,
    'assigning to what is read-only is silent': `const o = Object.freeze({ x: 1 }); o.x = 2; o.x++; return o.x`,
    'deleting a variable': `var x = 1; return [delete x, typeof x]`,
    'octal literals': `return [010, '\\101']`,
    'a strict function in sloppy code': `function f() { 'use strict'; return [this === undefined, (() => { try { undeclared1 = 1 } catch (e) { return e.name } })()] } return f()`,
    'eval declares': `eval('var q = 5'); return q`,
    'names that are reserved elsewhere': `var let = [1], yield = [2], static = [3], await = [4]; return [let [0], yield[0], static[0], await[0]]`,
    'duplicate parameters': `function f(a, a) { return a } return f(1, 2)`,
    'require, module and exports are there': `return [typeof require, typeof module, typeof exports, typeof __filename]`,
    'a label on a function': `l: function f() { return 1 } return f()`,
    'HTML-like comments': `let x = 1; <!-- x = 2
      return x`,
    'a function that returns at the top of a block': `var out = []; for (var i in [1, 2]) out[i] = i; return [out, i]`,
  },
  { kind: 'cjs' },
);
