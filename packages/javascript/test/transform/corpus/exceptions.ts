import { table } from './snippet.js';

export const snippets = table({
  'catch without a parameter': `try { null.x } catch { log('caught') } return 1`,
  'catch and finally': `const f = () => { try { return log('try') } catch (e) { log(e) } finally { log('finally') } }; f(); return 1`,
  'finally overrides': `const f = () => { try { return 1 } finally { return 2 } }; const g = () => { for (;;) { try { return 1 } finally { break } } return 3 }; return [f(), g()]`,
  rethrown: `try { try { throw new RangeError('a') } catch (e) { throw new Error(e.message + 'b', { cause: e }) } } catch (e) { return [e.message, e.cause.name] }`,
  uncaught: `throw new SyntaxError('mine')`,
  'something else is thrown': `throw { name: 'N', message: 'm' }`,
  'the parameter is a variable': `try { throw [1] } catch (e) { e[0]++; e = e[0]; return e }`,
  'shadowing by the parameter': `const e = 'outer'; try { throw 'inner' } catch (e) { log(e) } return e`,
  'var in a catch': `try { throw 1 } catch (e) { var x = e } return x`,
  'patterns with defaults': `const a = [5]; try { throw {} } catch ({ x = a[0], y: { z } = { z: a[0]++ } }) { return [x, z, a] }`,
  'a pattern that fails': `try { try { throw {} } catch ({ a: { b } }) { log('never') } } catch (e) { return e.name }`,
  'nested finally': `const f = () => { try { try { throw 1 } finally { log('a') } } catch (e) { log('b'); return e } finally { log('c') } }; return f()`,
  'comments between': `try /* { */ { null.x } catch /* ( */ ( /* e */ e /* ) */ ) /* { */ { log(e.name) } finally /* { */ { log('f') } try { x } catch /* { */ { return 2 } let x`,
  'in a loop': `const out = []; for (let i = 0; i < 3; i++) { try { if (i === 1) continue; out.push(i) } catch { } finally { out.push('f') } } return out`,
  'errors of natives': `const out = []; for (const f of [() => null.x, () => undefined[0], () => 1n + 1, () => new Array(-1), () => Symbol() + '', () => [].reduce((a) => a)]) { try { f() } catch (e) { out.push(e.name + ': ' + e.message) } } return out`,
  'stack overflow': `const f = (n) => [f(n + 1)][0]; try { f(0) } catch (e) { return e.name }`,
  'an empty catch after a return': `const f = (a) => { try { return a[0][0] } catch {} }; return [f([[1]]), f([])]`,
});
