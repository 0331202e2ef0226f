import { describe, expect, it } from 'vitest';
import { privatePointers } from '../../src/ir/analysis/escape.js';
import { parseFunction } from '../../src/ir/syntax/function.js';

/** The private pointers of a function with `%a` and `%b` as allocas, of which these lines are the rest. */
function privates(...lines: string[]): string[] {
  const fn = parseFunction([
    'define void @f(ptr %p) {',
    'entry:',
    '  %a = alloca [4 x i32], align 4',
    '  %b = alloca ptr, align 8',
    ...lines.map((line) => `  ${line}`),
    '  ret void',
  ]);
  return [...privatePointers(fn, (name) => !name.startsWith('@llvm.') && name !== '@mine')];
}

describe('an alloca is private', () => {
  it.each([
    ['nothing uses it', []],
    ['it is read and written', ['%x = load i32, ptr %a, align 4', 'store i32 %x, ptr %a, align 4']],
    ['it is read atomically', ['%x = load atomic i32, ptr %a seq_cst, align 4']],
    ['it is copied', ['call void @llvm.memcpy.p0.p0.i64(ptr align 4 %a, ptr align 4 %p, i64 16, i1 false)']],
    ['its address is compared', ['%x = icmp eq ptr %a, %p']],
    ['printf prints it', ['%x = call i32 (ptr, ...) @printf(ptr %p, ptr noundef %a)']],
    ['pthread_create fills it', ['%x = call i32 @pthread_create(ptr noundef %a, ptr null, ptr @mine, ptr null)']],
    ['pthread_join fills it', ['%x = call i32 @pthread_join(i64 1, ptr noundef %a)']],
    ['strcpy fills it', ['%x = call ptr @strcpy(ptr noundef %a, ptr noundef %p)']],
    ['it is passed by value', ['call void @mine(ptr noundef byval([4 x i32]) align 8 %a)']],
  ])('if %s', (_, lines) => {
    expect(privates(...lines)).toContain('%a');
  });

  it('together with pointers into it', () => {
    const lines = ['%x = getelementptr inbounds [4 x i32], ptr %a, i64 0, i64 1', '%y = bitcast ptr %x to ptr'];
    expect(privates(...lines, 'store i32 1, ptr %y, align 4')).toEqual(['%a', '%x', '%y', '%b']);
  });
});

describe('an alloca is not private', () => {
  it.each([
    ['its address is stored', ['store ptr %a, ptr %b, align 8']],
    ['its address is stored in itself', ['store ptr %a, ptr %a, align 8']],
    ['it is passed to a function of the program', ['call void @mine(ptr noundef %a)']],
    ['it is called', ['call void %a()']],
    [
      'it is passed on as the argument of a thread',
      ['%x = call i32 @pthread_create(ptr %p, ptr null, ptr @mine, ptr %a)'],
    ],
    ['a library function keeps it', ['call void @pthread_mutex_lock(ptr %a)']],
    ['the result of strcpy is used', ['%x = call ptr @strcpy(ptr %a, ptr %p)', '%y = load i8, ptr %x, align 1']],
    ['it becomes a number', ['%x = ptrtoint ptr %a to i64']],
    ['it is selected', ['%x = select i1 true, ptr %a, ptr %p']],
    ['it is put into an aggregate', ['%x = insertvalue { ptr, ptr } poison, ptr %a, 0']],
    ['an atomic operation changes it', ['%x = atomicrmw add ptr %a, i32 1 seq_cst, align 4']],
    ['a pointer into it gets away', ['%x = getelementptr i8, ptr %a, i64 4', 'call void @mine(ptr %x)']],
    ['it is passed by value and by address', ['call void @mine(ptr byval(i32) %a, ptr %a)']],
  ])('if %s', (_, lines) => {
    expect(privates(...lines)).not.toContain('%a');
  });
});
