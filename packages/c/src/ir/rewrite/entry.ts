import type { ModuleContext } from '../context/context.js';
import { unsupported } from '../../unsupported.js';
import type { Signature } from '../syntax/function.js';
import type { GlobalInfo } from '../syntax/tables.js';

/** Additions to the module with `main` through which the machine calls into the program. */
export interface EntryPoints {
  /** Variables to list with the others. */
  readonly variables: readonly { readonly name: string; readonly line: string; readonly info: GlobalInfo }[];
  readonly functions: readonly string[];
  /** Names to export, with the attribute group of each function. */
  readonly exports: readonly { readonly name: string; readonly group: number }[];
}

const PROGRAM_NAME = 'program';

/**
 * Defines a function that starts a thread at a function pointer. Result and arguments are 64 bits wide in both data
 * models.
 */
function starter(
  name: string,
  group: number,
  result: string,
  call: 'ptr' | 'i32' | 'void',
  argument: boolean,
): string[] {
  const callee = `%f(${argument ? 'ptr %a' : ''})`;
  return [
    `define ${result} @${name}(i64 %fn${argument ? ', i64 %arg' : ''}) #${group} {`,
    '  %f = inttoptr i64 %fn to ptr',
    ...(argument ? ['  %a = inttoptr i64 %arg to ptr'] : []),
    call === 'void' ? `  call void ${callee}` : `  %r = call ${call} ${callee}`,
    ...(call === 'ptr' ? ['  %w = ptrtoint ptr %r to i64', '  ret i64 %w'] : []),
    ...(call === 'i32' ? ['  ret i32 %r'] : []),
    ...(call === 'void' ? [result === 'void' ? '  ret void' : `  ret ${result} 0`] : []),
    '}',
  ];
}

/** Returns the functions by which the machine enters the program. */
export function entryPoints(context: ModuleContext, firstGroup: number): EntryPoints {
  let group = firstGroup;
  const exports: { name: string; group: number }[] = [];
  const add = (name: string): number => {
    exports.push({ name, group });
    return group++;
  };
  const functions = [
    ...starter('__fp_start', add('__fp_start'), 'i64', 'ptr', true),
    ...starter('__fp_start_int', add('__fp_start_int'), 'i32', 'i32', true),
    ...starter('__fp_start_cxx', add('__fp_start_cxx'), 'i64', 'void', true),
    ...starter('__fp_call', add('__fp_call'), 'void', 'void', false),
    ...starter('__fp_call1', add('__fp_call1'), 'void', 'void', true),
  ];
  const main = context.mainFunction?.signature;
  if (main === undefined) return { variables: [], functions, exports };
  functions.push(...callMain(context, main, add('__fp_main')));
  return { variables: main.parameters.length > 1 ? argumentVector(context) : [], functions, exports };
}

function callMain(context: ModuleContext, main: Signature, group: number): string[] {
  const values = main.parameters.map(({ type }, index) => {
    if (type.kind === 'int') return `${type.text} ${index === 0 ? 1 : 0}`;
    if (type.kind === 'pointer') return `ptr ${index === 1 ? '@__fp_argv' : 'null'}`;
    throw unsupported(`main with a parameter of the type '${type.text}' is not supported`, undefined);
  });
  const call = `call ${main.result.text} ${context.defines(main.name)}(${values.join(', ')})`;
  const lines = [`define i32 @__fp_main() #${group} {`];
  if (main.result.kind === 'void') lines.push(`  ${call}`, '  ret i32 0');
  else if (main.result.text === 'i32') lines.push(`  %r = ${call}`, '  ret i32 %r');
  else if (main.result.kind === 'int') {
    lines.push(
      `  %r = ${call}`,
      `  %w = ${main.result.bits > 32 ? 'trunc' : 'sext'} ${main.result.text} %r to i32`,
      '  ret i32 %w',
    );
  } else lines.push(`  %r = ${call}`, '  ret i32 0');
  return [...lines, '}'];
}

/** Returns the variables for argv = { "program", NULL }. */
function argumentVector(context: ModuleContext): EntryPoints['variables'] {
  const length = PROGRAM_NAME.length + 1;
  const pointers = `[2 x ptr] [ptr @__fp_argv0, ptr null]`;
  const size = 2 * context.layout.pointerSize;
  return [
    {
      name: '@__fp_argv0',
      line: `@__fp_argv0 = internal constant [${length} x i8] c"${PROGRAM_NAME}\\00"`,
      info: constant('argv[0]', length),
    },
    { name: '@__fp_argv', line: `@__fp_argv = internal constant ${pointers}`, info: constant('argv', size) },
  ];
}

function constant(name: string, size: number): GlobalInfo {
  const describe = (offset: number): string => (offset === 0 ? name : `${name}+${offset}`);
  return { name, size, constant: true, threadLocal: false, declared: false, describe };
}
