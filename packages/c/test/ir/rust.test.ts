import { describe, expect, it } from 'vitest';
import { demangle } from '../../src/demangle.js';
import { asChecked, isRust } from '../../src/ir/analysis/rust.js';
import { alwaysPanics } from '../../src/rust-panics.js';

const WRITE = '_RNvNtCs1_4core3fmt5write';
const PANIC = '_RNvNtCs1_4core9panicking9panic_fmt';
const MUTEX = '_RNvMNtNtNtNtCs1_3std3sys4sync5mutex5futexNtB2_5Mutex14lock_contended';

const ENABLED = 'call void @__fp_rust_at_exit(ptr @_RNvNvNtNtNtNtCs1_3std3sys12thread_local5guard3key6enable3run)';

const MODULE = `
@used = internal constant i32 1
@unused = internal constant i32 2
define i32 @main() {
  %a = load i32, ptr @used
  call void @${PANIC}(ptr null, ptr null, ptr null)
  call void @${MUTEX}(ptr @used)
  unreachable
}
define internal void @${PANIC}(ptr noundef nonnull %0, ptr %1, ptr align 8 captures(address, read_provenance) %2) unnamed_addr #1 !dbg !5 {
  call void @print_the_stack()
  unreachable
}
define internal noundef zeroext i1 @${WRITE}(ptr %0, ptr %1, ptr %2, ptr %3) unnamed_addr #2 {
  ret i1 false
}
define internal void @${MUTEX}(ptr noundef nonnull align 4 %0) unnamed_addr #3 {
  ret void
}
define internal void @print_the_stack() {
  ret void
}
!llvm.ident = !{!0}
!0 = !{!"rustc version 1.95.0 (59807616e 2026-04-14)"}
!5 = distinct !DISubprogram(name: "panic_fmt")
`;

describe('modules of rustc', () => {
  it('are recognised', () => {
    expect(isRust(MODULE)).toBe(true);
    expect(isRust('!0 = !{!"clang version 22.1.0"}')).toBe(false);
  });

  it('fail when they panic, with the message', () => {
    const checked = asChecked(MODULE);
    expect(checked).toContain(`call i1 @${WRITE}(ptr %buffer, ptr @__fp_rust_writer, ptr %a0, ptr %a1)`);
    expect(checked).toContain('call void @__fp_rust_panic(ptr %buffer) noreturn, !dbg !1000000000');
    expect(checked).toContain('!1000000000 = !DILocation(line: 1, scope: !5)');
  });

  it('wait for a mutex in a loop that changes nothing', () => {
    expect(asChecked(MODULE)).toContain('cmpxchg ptr %a0, i32 0, i32 1 acquire monotonic');
  });

  it.each([
    [
      'void',
      '_RNvMNtNtNtNtCs1_3std3sys4sync6rwlock5futexNtB2_6RwLock14read_contended',
      'icmp ult i32 %state, 1073741822',
    ],
    ['void', '_RNvMNtNtNtNtCs1_3std3sys4sync6rwlock5futexNtB2_6RwLock15write_contended', 'or i32 %state, 2147483648'],
    [
      'void',
      '_RNvMNtNtNtNtCs1_3std3sys4sync6rwlock5futexNtB2_6RwLock22wake_writer_or_readers',
      'i32 2147483648, i32 0',
    ],
    ['void', '_RNvMs1_NtNtNtCs1_3std4sync4mpmc5utilsNtB5_7Backoff10spin_heavy', 'ret void'],
    ['void', '_ZN3std4sync4mpmc5utils7Backoff10spin_light17h0123456789abcdefE', 'ret void'],
    ['void', '_RNCNvMs1_NtNtNtCs1_3std4sync4mpmc4listINtB7_7ChannellE4recvs_0Cs2_4main', 'ret void'],
    ['void', '_RNCNvMs_NtNtNtCs1_3std4sync4mpmc5arrayINtB6_7ChannellE4send0Cs2_4main', 'ret void'],
    ['void', '"_ZN3std4sync4mpmc4list16Channel$LT$T$GT$4recv28_$u7b$$u7b$closure$u7d$$u7d$17h1E"', 'ret void'],
    ['fastcc ptr', '_RNvNtNtNtNtNtCs1_3std3sys3pal4unix14stack_overflow3imp12make_handler', 'ret ptr null'],
    ['void', '_RNvNtNtNtNtNtCs1_3std3sys3pal4unix14stack_overflow3imp12drop_handler', 'ret void'],
    ['fastcc void', '_RNvNtNtNtNtCs1_3std3sys12thread_local5guard3key6enable', ENABLED],
  ])('keep %s of a function whose body is replaced: %s', (result, name, body) => {
    const definition = `define internal ${result} @${name}(ptr align 4 %0) unnamed_addr #3 {\n  unreachable\n}`;
    const checked = asChecked(`${MODULE}\ndefine void @use() {\n  call void @${name}()\n}\n${definition}\n`);
    expect(checked).toContain(`define internal ${result} @${name}(ptr %a0) {`);
    const [, text] = checked.split(`@${name}(ptr %a0) {`);
    expect(text!.slice(0, text!.indexOf('}\n'))).toContain(body);
  });

  it.each([
    '_RNCNvMs_NtNtNtCs1_3std4sync4mpmc5arrayINtB6_7ChannellE13with_capacity0Cs2_4main',
    '_RNCNvMs1_NtNtNtCs1_3std4sync4mpmc4zeroINtB7_7ChannellE4recvs_0Cs2_4main',
    '_RINvNtCs3_4core3ptr13drop_in_placeNCNvMs1_NtNtNtCs1_3std4sync4mpmc4listINtBO_7ChannellE4recvs_0ECs2_4main',
    '_RNvNvNtNtNtNtCs1_3std3sys12thread_local5guard3key6enable3run',
  ])('keep %s', (name) => {
    const definition = `define internal void @${name}() unnamed_addr #3 {\n  unreachable\n}`;
    expect(asChecked(`define void @use() {\n  call void @${name}()\n}\n${definition}\n`)).toContain(definition);
  });

  it('omit unreachable code', () => {
    const checked = asChecked(MODULE);
    expect(checked).toContain('@used = internal');
    expect(checked).not.toContain('@unused');
    expect(checked).not.toContain('print_the_stack');
  });

  it('panic in functions of core that are elsewhere', () => {
    expect(alwaysPanics('_RNvNtCsgEmfK2I1SDS_4core9panicking5panic')).toBe(true);
    expect(alwaysPanics('_ZN4core6option13unwrap_failed17h0123456789abcdefE')).toBe(true);
    expect(alwaysPanics('_ZN4core3fmt5write17h0123456789abcdefE')).toBe(false);
  });
});

describe('Rust names', () => {
  it.each([
    ['_RNvNtNtCsjrHSEGnQ3l9_3std6thread11main_thread4MAIN', 'std::thread::main_thread::MAIN'],
    ['_RNvNvNtCsjrHSEGnQ3l9_3std5alloc8rust_oom4HOOK', 'std::alloc::rust_oom::HOOK'],
    ['_RINvNtCsgEmfK2I1SDS_4core3ptr13drop_in_placehE', '_RINvNtCsgEmfK2I1SDS_4core3ptr13drop_in_placehE'],
  ])('%s', (symbol, name) => {
    expect(demangle(symbol)).toBe(name);
  });
});
