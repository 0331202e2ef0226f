/*
 * Flags of clang and gcc, as found in the command lines of projects. A flag that is not listed is refused: it might
 * optimise, load code into the compiler, write files, or change the meaning of the program unnoticed.
 */

/** Flags whose value is joined or the next argument. The compiler may read the file or folder that the value names. */
export const PATHS: readonly string[] = [
  ...['-include', '-imacros', '-isystem-after', '-isystem', '-iquote', '-idirafter', '-iprefix', '-iwithprefixbefore'],
  ...['-iwithprefix', '-iwithsysroot', '-isysroot', '-cxx-isystem', '-stdlib++-isystem', '-I'],
];

/** Flags with a value in the same form that read nothing. */
export const MACROS: readonly string[] = ['-D', '-U'];

/** Flags of the linker and the assembler, which are irrelevant here; their value is the next argument. */
export const DROPPED_WITH_VALUE: ReadonlySet<string> = new Set([
  ...['-L', '-l', '-T', '-u', '-z', '-Xlinker', '-Xassembler', '--param'],
]);

/** Flags that do not change the meaning of the program, and are dropped. */
export const DROPPED: readonly RegExp[] = [
  // The linker and the assembler.
  /^-(?:[lLT].+|Wl,.*|Wa,.*|static|static-(?:pie|lib.+)|shared-libgcc|rdynamic|s|pie|no-pie|nostdlib|nostdlib\+\+|nostartfiles|nodefaultlibs|nolibc)$/,
  /^-(?:fuse-ld|rtlib|unwindlib)=/,
  /^--param=/,
  // Debug information: we need our own.
  /^-g(?:\d|gdb\d?|lldb|sce|dwarf(?:-\d|32|64)?|line-tables-only|line-directives-only|split-dwarf(?:=.*)?|z(?:=.*)?)?$/,
  /^-g(?:no-)?(?:column-info|record-.*switches|strict-dwarf|embed-source|pubnames|gnu-pubnames|inline-line-tables|simple-template-names.*|modules|codeview.*|variable-location-views|statement-frontiers|as-loc.*|call-site-info|key-instructions)$/,
  /^-f(?:debug|file|macro|coverage|profile)-(?:prefix-map|compilation-dir)=/,
  /^-f(?:no-)?(?:standalone-debug|limit-debug-info|debug-types-section|debug-info-for-profiling|eliminate-unused-debug-types)$/,
  // Optimisation that has no effect without -O, and is unwanted with it.
  /^-f(?:no-)?(?:inline|inline-functions|inline-small-functions|inline-hint-functions|unroll-loops|unroll-all-loops|peel-loops)$/,
  /^-f(?:no-)?(?:vectorize|tree-vectorize|slp-vectorize|tree-slp-vectorize|optimize-sibling-calls|finite-loops|strict-vtable-pointers|keep-inline-functions|merge-constants|unit-at-a-time|reorder-blocks|schedule-insns2?|gcse|ipa-.*|tree-.*)$/,
  /^-O0$/,
  // Operation of the compiler.
  /^(?:-pipe|-v|-time|-Q[ny]|-f(?:no-)?integrated-as|-no-canonical-prefixes|-canonical-prefixes|-R.*)$/,
];

/** Flags that turn warnings into errors: this compiler may warn about code that the project's own compiler accepts. */
export const STRICT = /^-Werror(?:=.*)?$|^-pedantic-errors$/;

/** Flags that concern the front end, and are passed unchanged. */
export const PASSED: readonly RegExp[] = [
  /^-W(?![alp],).*$/,
  /^(?:-w|-pedantic|--pedantic|-Qunused-arguments|--start-no-unused-arguments|--end-no-unused-arguments)$/,
  /^--?std=/,
  /^(?:-ansi|-pthread|-pthreads|-undef|-trigraphs|-traditional-cpp|-nostdinc|-nostdinc\+\+|-nostdlibinc|-nobuiltininc|-ibuiltininc|-m64)$/,
  /^(?:-stdlib|--gcc-toolchain|--gcc-install-dir|--system-header-prefix|--no-system-header-prefix)=/,
  /^-m(?:arch|tune|fpmath|cmodel|stack-alignment|preferred-stack-boundary|prefer-vector-width|tls-dialect|harden-sls|indirect-branch|function-return)=/,
  /^-m(?:no-)?(?:mmx|3dnowa?|sse[\d.a]*|ssse3|avx[\w.-]*|fma4?|f16c|[bt]mi2?|tbm|xop|lwp|lzcnt|abm|popcnt|cx8|cx16|sahf|aes|vaes|pclmul|vpclmulqdq|gfni|sha(?:512)?|sm[34]|rdrnd|rdseed|rdpid|adx|movbe|movdiri|crc32|fxsr|xsave\w*|fsgsbase|prfchw|clflushopt|clwb|x87|80387|rtm|waitpkg|serialize)$/,
  /^-m(?:no-)?(?:red-zone|omit-leaf-frame-pointer|stackrealign|general-regs-only|retpoline|retpoline-external-thunk|ms-bitfields|align-double|tls-direct-seg-refs)$/,
  /^-mlong-double-64$/,
  /^-ffp-contract=(?:on|off)$/,
  /^-fno-sanitize[\w-]*(?:=.*)?$/,
];

/** Features in `-fNAME` and `-fno-NAME`; the latter form is accepted for all features. */
export const FEATURES: ReadonlySet<string> = new Set(
  [
    // Words and types of the language.
    'signed-char unsigned-char signed-bitfields short-enums short-wchar pack-struct ms-extensions',
    'gnu89-inline gnu-keywords hosted freestanding builtin asm gnu-inline-asm declspec blocks char8_t',
    'digraphs trigraphs dollars-in-identifiers operator-names access-control permissive lax-vector-conversions',
    'heinous-gnu-extensions named-loops raw-string-literals writable-strings delayed-template-parsing',
    'coroutines implicit-templates strict-enums experimental-library force-enable-int128',
    // Behaviour of the generated code.
    'wrapv wrapv-pointer trapv strict-aliasing strict-overflow delete-null-pointer-checks common math-errno',
    'protect-parens threadsafe-statics use-cxa-atexit c++-static-destructors',
    'exceptions cxx-exceptions rtti rtti-data elide-constructors sized-deallocation aligned-allocation aligned-new check-new new-infallible assume-sane-operator-new',
    'keep-static-consts emit-all-decls force-emit-vtables zero-initialized-in-bss',
    'strict-return semantic-interposition jump-tables data-sections function-sections',
    'unique-section-names omit-frame-pointer stack-protector stack-protector-all',
    'stack-protector-strong stack-check stack-clash-protection cf-protection unwind-tables asynchronous-unwind-tables',
    'dwarf2-cfi-asm pic PIC pie PIE plt ident addrsig visibility-inlines-hidden visibility-inlines-hidden-static-local-var',
    'visibility-ms-compat direct-access-external-data register-global-dtors-with-atexit use-init-array verbose-asm',
    'unique-internal-linkage-names discard-value-names use-line-directives',
    // Diagnostics.
    'color-diagnostics ansi-escape-codes caret-diagnostics diagnostics-color diagnostics-absolute-paths elide-type',
    'diagnostics-fixit-info diagnostics-show-option diagnostics-show-template-tree diagnostics-show-note-include-stack',
    'diagnostics-parseable-fixits diagnostics-print-source-range-info diagnostics-show-line-numbers show-column',
    'show-source-location spell-checking',
  ]
    .join(' ')
    .split(' '),
);

/** Features in `-fNAME=VALUE`. */
export const FEATURES_WITH_VALUE: ReadonlySet<string> = new Set(
  [
    'visibility visibility-global-new-delete tls-model stack-protector-guard cf-protection trivial-auto-var-init',
    'trivial-auto-var-init-max-size trivial-auto-var-init-stop-after strict-flex-arrays lax-vector-conversions pack-struct',
    'new-alignment max-type-align clang-abi-compat abi-version gnuc-version ms-compatibility-version input-charset exec-charset',
    'align-functions align-loops align-jumps align-labels zero-call-used-regs c++-static-destructors excess-precision',
    'template-depth template-backtrace-limit constexpr-depth constexpr-steps constexpr-loop-limit constexpr-ops-limit',
    'constexpr-backtrace-limit constexpr-cache-depth bracket-depth macro-backtrace-limit operator-arrow-depth',
    'diagnostics-color diagnostics-format diagnostics-show-category diagnostics-hotness-threshold message-length error-limit',
    'max-errors max-tokens caret-diagnostics-max-lines spell-checking-limit show-overloads',
  ]
    .join(' ')
    .split(' '),
);

/** Flags whose value is the next argument. If the flag is ignored, so is the value. */
export const IGNORED_WITH_VALUE: ReadonlySet<string> = new Set([
  ...['-o', '--output', '-MF', '-MT', '-MQ', '-MJ', '-dependency-file', '-dumpdir', '-dumpbase', '-dumpbase-ext'],
  ...['-serialize-diagnostics', '--serialize-diagnostics', '-Xclang', '-Xpreprocessor', '-mllvm', '-include-pch', '-B'],
]);

/** A kind of flag that is refused, and the reason. */
export interface Refusal {
  readonly flag: RegExp;
  readonly why: string;
  readonly hint?: string;
  /**
   * Whether the flag is omitted, because the program means the same without it: always, or only if it comes from a
   * project's builds, not from the user for this check.
   */
  readonly ignored?: 'always' | 'in projects';
}

const OUTPUT = 'no file is written';
const MODULES = 'precompiled headers and modules contain code that was compiled with other flags';
const RUNTIME = 'it needs a special runtime or linker';

/** Flags that are refused for a specific reason. */
export const REFUSED: readonly Refusal[] = [
  { flag: /^-c$/, why: 'the program is compiled and run here', ignored: 'always' },
  {
    flag: /^-S$|^-E$|^-P$|^-CC?$|^-d[A-Z]$|^--?emit-|^-fsyntax-only$|^--analyze$|^--precompile$|^-fdriver-only$/,
    why: 'the program is compiled and run here',
    ignored: 'in projects',
  },
  { flag: /^-o|^--output/, why: OUTPUT, ignored: 'always' },
  {
    flag: /^-?-save-|^--?serialize-diagnostics|^-dump(?:dir|base)|^-gen-/,
    why: OUTPUT,
    ignored: 'in projects',
  },
  {
    flag: /^-f(?:time-trace|time-report|save-optimization-record|optimization-record|stack-usage|proc-stat|dump-|crash-|callgraph-info)/,
    why: OUTPUT,
    ignored: 'in projects',
  },
  {
    flag: /^-M|^-dependency-|^--(?:write-)?(?:user-)?dependencies|^-Wp,-M/,
    why: 'no dependencies are written',
    ignored: 'always',
  },
  { flag: /^-shared$|^-r$|^-dynamiclib$|^-bundle$/, why: 'a whole program with main is checked' },
  {
    flag: /^-###$|^--?help|^--version$|^-dump|^--?print-|^-H$/,
    why: 'it queries the compiler and compiles nothing',
  },
  {
    flag: /^--?target(?:=|$)|^-m32$|^-mx32$|^-m16$|^--?triple|^-arch$|^-mcpu=|^-mabi=|^-mthread-model/,
    why: 'the target is fixed: x86-64 Linux',
  },
  {
    flag: /^-fsanitize/,
    why: 'sanitizers need their own runtime',
    hint: 'omit it: --races finds data races, and invalid accesses are always found',
    ignored: 'always',
  },
  {
    flag: /^-f(?:lto|whole-program|thin|split-lto|fat-lto|unified-lto|virtual-function-elimination|use-linker-plugin)/,
    why: RUNTIME,
    ignored: 'always',
  },
  {
    flag: /^-f(?:cs-)?profile|^-fcoverage|^-ftest-coverage|^--coverage$|^-coverage$|^-pg?$|^-fmemory-profile|^-fxray|^-finstrument|^-fpatchable/,
    why: RUNTIME,
    ignored: 'always',
  },
  { flag: /^-f(?:openmp|openacc|sycl|cuda|gpu|offload|hip)/, why: RUNTIME },
  {
    flag: /^-f(?:fast-math|unsafe-math|finite-math|associative-math|reciprocal-math|approx-func|fp-model|fp-contract=fast|cx-limited|cx-fortran|rounding-math|trapping-math|no-signed-zeros|no-honor-)/,
    why: 'with it, arithmetic has more than one result',
    hint: 'omit it: the exact result is one of the results that it allows',
    ignored: 'in projects',
  },
  {
    flag: /^-fmerge-all-constants$/,
    why: 'with it, variables may have the same address',
    ignored: 'in projects',
  },
  {
    flag: /^-f(?:asynch?-|non-call-|sjlj-|seh-|wasm-|dwarf-)exceptions$/,
    why: 'it selects exceptions of another kind than those of C++',
  },
  { flag: /^-f(?:emulated-tls|split-stack)/, why: RUNTIME, ignored: 'in projects' },
  {
    flag: /^-X|^-Wp,|^-mllvm|^-cc1/,
    why: 'it passes arguments that the compiler itself would refuse, or that change how it works',
    hint: 'use the equivalent flag of the compiler (-D for -Wp,-D), or omit it',
    ignored: 'in projects',
  },
  {
    flag: /^-f(?:pass-)?plugin|^-B|^-ccc-|^-resource-dir|^-f(?:no-)?integrated-cc1/,
    why: 'it loads other code into the compiler',
    ignored: 'in projects',
  },
  {
    flag: /^-(?:include-pch|ignore-pch|verify-pch|relocatable-pch|fpch|fmodule|fcxx-modules|fimplicit-module|fprebuilt|fbuild-session|fbuiltin-module)/,
    why: MODULES,
    ignored: 'in projects',
  },
  {
    flag: /^--config|^--no-default-config$|^--driver-mode|^--rsp-quoting|^-working-directory|^-i?vfsoverlay/,
    why: 'the result would depend on hidden inputs',
  },
  {
    flag: /^-x|^-ObjC/,
    why: 'the file name determines the language',
    hint: 'omit it, and name C files .c and C++ files .cpp',
  },
];
