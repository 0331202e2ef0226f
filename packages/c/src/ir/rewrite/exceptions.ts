/** Functions that end a thread within its calls, or that throw. */
const UNWINDING = new RegExp(
  String.raw`^declare [^\n]*@(?:pthread_exit|thrd_exit|__cxa_throw|__cxa_rethrow|__cxa_bad_cast|__cxa_bad_typeid|` +
    String.raw`__cxa_throw_bad_array_new_length|_ZSt\d+__throw_\w+|_ZSt17rethrow_exception\w+|` +
    String.raw`_ZNK?St(?:7__cxx1112basic_string|13__future_base|8ios_base|5ctypeIc)\w+)\(`,
  'm',
);
const ENDING = /^declare [^\n]*@(?:pthread_exit|thrd_exit)\(/m;

/** A function of the standard library, by its mangled name. */
const STANDARD = /^[^\n]*@_ZN?K?(?:St|S[abdios]|9__gnu_cxx)/;

/**
 * Returns whether the program needs to unwind calls: if threads end within them, or if an exception is thrown for which
 * it may have a handler. Otherwise an exception ends the program.
 */
export function unwinds(irs: readonly string[]): boolean {
  if (irs.some((ir) => ENDING.test(ir))) return true;
  return irs.some((ir) => UNWINDING.test(ir)) && irs.some(handlesExceptions);
}

/**
 * Returns whether the module handles exceptions. Handlers of the standard library that clean up and rethrow do not
 * count.
 */
function handlesExceptions(ir: string): boolean {
  if (!/^ +catch ptr /m.test(ir)) return false;
  for (let at = ir.indexOf('\ndefine '); at >= 0; at = ir.indexOf('\ndefine ', at)) {
    const end = ir.indexOf('\n}', at);
    const body = ir.slice(at + 1, end);
    at = end;
    if (!/^ +catch ptr /m.test(body)) continue;
    if (!STANDARD.test(body) || count(body, '@__cxa_begin_catch(') > count(body, '@__cxa_rethrow(')) {
      if (!onlyTerminates(body)) return true;
    }
  }
  return false;
}

/** Returns whether the landing pads only terminate: those of a `noexcept` function handle nothing. */
function onlyTerminates(body: string): boolean {
  return !body.includes('@__cxa_begin_catch(') && body.includes('@__clang_call_terminate(');
}

function count(text: string, part: string): number {
  return text.split(part).length - 1;
}
