import { describe, expect, it } from 'vitest';
import { withSimpleLocks } from '../../src/ir/analysis/lock-all.js';

const MEMBERS = ['4lockEv', '8try_lockEv', '6unlockEv'].map((name) => `declare void @_ZNSt5mutex${name}(ptr)`);

function moduleWith(rest: string, parameters: string): string {
  return [
    `define linkonce_odr void @_ZSt4lockISt5mutexS0_J${rest}EEvRT_RT0_DpRT1_(${parameters}) #1 comdat !dbg !7 {`,
    '  %a = alloca ptr',
    '  call void @rotates(), !dbg !9',
    '  ret void, !dbg !10',
    '}',
    'define void @other() {',
    '  ret void',
    '}',
    ...MEMBERS,
  ].join('\n');
}

describe('std::lock', () => {
  it('gets a body whose attempts are alike, at the place of the old one', () => {
    const text = withSimpleLocks(moduleWith('S0_', 'ptr %0, ptr %1, ptr %2'));
    expect(text.split('\n').slice(0, 20)).toEqual([
      'define linkonce_odr void @_ZSt4lockISt5mutexS0_JS0_EEvRT_RT0_DpRT1_(ptr %0, ptr %1, ptr %2) #1 comdat !dbg !7 {',
      '  br label %again, !dbg !9',
      'again:',
      '  call void @_ZNSt5mutex4lockEv(ptr %0), !dbg !9',
      '  %taken1 = call zeroext i1 @_ZNSt5mutex8try_lockEv(ptr %1), !dbg !9',
      '  br i1 %taken1, label %next1, label %failed1, !dbg !9',
      'next1:',
      '  %taken2 = call zeroext i1 @_ZNSt5mutex8try_lockEv(ptr %2), !dbg !9',
      '  br i1 %taken2, label %next2, label %failed2, !dbg !9',
      'next2:',
      '  ret void, !dbg !9',
      'failed2:',
      '  call void @_ZNSt5mutex6unlockEv(ptr %1), !dbg !9',
      '  br label %failed1, !dbg !9',
      'failed1:',
      '  call void @_ZNSt5mutex6unlockEv(ptr %0), !dbg !9',
      '  br label %again, !dbg !9',
      '}',
      'define void @other() {',
      '  ret void',
    ]);
  });

  it.each([
    ['a member function is missing', moduleWith('', 'ptr %0, ptr %1').replace('8try_lockEv', '9try_lock_v')],
    ['the types differ', moduleWith('', 'ptr %0, ptr %1').replace('St5mutexS0_J', 'St5mutexSt15recursive_mutexJ')],
  ])('stays as it is if %s', (_why, ir) => {
    expect(withSimpleLocks(ir)).toBe(ir);
  });
});
