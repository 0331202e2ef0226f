; ModuleID = 'examples/c/message.c'
source_filename = "examples/c/message.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@message = dso_local global i32 0, align 4, !dbg !0
@sent = dso_local global i32 0, align 4, !dbg !35
@.str = private unnamed_addr constant [14 x i8] c"message == 42\00", align 1, !dbg !18
@.str.1 = private unnamed_addr constant [21 x i8] c"examples/c/message.c\00", align 1, !dbg !24
@__PRETTY_FUNCTION__.main = private unnamed_addr constant [15 x i8] c"int main(void)\00", align 1, !dbg !29

; Function Attrs: noinline nounwind optnone uwtable
define dso_local ptr @sender(ptr noundef %0) #0 !dbg !48 {
  %2 = alloca ptr, align 8
  %3 = alloca i32, align 4
  store ptr %0, ptr %2, align 8
    #dbg_declare(ptr %2, !52, !DIExpression(), !53)
  store i32 42, ptr @message, align 4, !dbg !54
  store i32 1, ptr %3, align 4, !dbg !55
  %4 = load i32, ptr %3, align 4, !dbg !55
  store atomic i32 %4, ptr @sent monotonic, align 4, !dbg !55
  ret ptr null, !dbg !56
}

; Function Attrs: noinline nounwind optnone uwtable
define dso_local i32 @main() #0 !dbg !57 {
  %1 = alloca i32, align 4
  %2 = alloca i64, align 8
  %3 = alloca i32, align 4
  store i32 0, ptr %1, align 4
    #dbg_declare(ptr %2, !60, !DIExpression(), !64)
  %4 = call i32 @pthread_create(ptr noundef %2, ptr noundef null, ptr noundef @sender, ptr noundef null) #4, !dbg !65
  br label %5, !dbg !66

5:                                                ; preds = %10, %0
  %6 = load atomic i32, ptr @sent acquire, align 4, !dbg !67
  store i32 %6, ptr %3, align 4, !dbg !67
  %7 = load i32, ptr %3, align 4, !dbg !67
  %8 = icmp ne i32 %7, 0, !dbg !68
  %9 = xor i1 %8, true, !dbg !68
  br i1 %9, label %10, label %11, !dbg !66

10:                                               ; preds = %5
  br label %5, !dbg !66, !llvm.loop !69

11:                                               ; preds = %5
  %12 = load i32, ptr @message, align 4, !dbg !72
  %13 = icmp eq i32 %12, 42, !dbg !75
  br i1 %13, label %14, label %15, !dbg !75

14:                                               ; preds = %11
  br label %16, !dbg !75

15:                                               ; preds = %11
  call void @__assert_fail(ptr noundef @.str, ptr noundef @.str.1, i32 noundef 26, ptr noundef @__PRETTY_FUNCTION__.main) #5, !dbg !76
  unreachable, !dbg !76

16:                                               ; preds = %14
  %17 = load i64, ptr %2, align 8, !dbg !77
  %18 = call i32 @pthread_join(i64 noundef %17, ptr noundef null), !dbg !78
  ret i32 0, !dbg !79
}

; Function Attrs: nounwind
declare i32 @pthread_create(ptr noundef, ptr noundef, ptr noundef, ptr noundef) #1

; Function Attrs: noreturn nounwind
declare void @__assert_fail(ptr noundef, ptr noundef, i32 noundef, ptr noundef) #2

declare i32 @pthread_join(i64 noundef, ptr noundef) #3

attributes #0 = { noinline nounwind optnone uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { noreturn nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { nounwind }
attributes #5 = { noreturn nounwind }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!40, !41, !42, !43, !44, !45, !46}
!llvm.ident = !{!47}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "message", scope: !2, file: !3, line: 12, type: !39, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3, producer: "Debian clang version 22.1.8 (1~deb12u1)", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !4, retainedTypes: !15, globals: !17, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "examples/c/message.c", directory: ".", checksumkind: CSK_MD5, checksum: "fc2ed8440bc674bbe8826a92409bb32c")
!4 = !{!5}
!5 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "memory_order", file: !6, line: 68, baseType: !7, size: 32, elements: !8)
!6 = !DIFile(filename: "/usr/lib/llvm-22/lib/clang/22/include/stdatomic.h", directory: "", checksumkind: CSK_MD5, checksum: "f17199a988fe91afffaf0f943ef87096")
!7 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!8 = !{!9, !10, !11, !12, !13, !14}
!9 = !DIEnumerator(name: "memory_order_relaxed", value: 0)
!10 = !DIEnumerator(name: "memory_order_consume", value: 1)
!11 = !DIEnumerator(name: "memory_order_acquire", value: 2)
!12 = !DIEnumerator(name: "memory_order_release", value: 3)
!13 = !DIEnumerator(name: "memory_order_acq_rel", value: 4)
!14 = !DIEnumerator(name: "memory_order_seq_cst", value: 5)
!15 = !{!16}
!16 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!17 = !{!18, !24, !29, !0, !35}
!18 = !DIGlobalVariableExpression(var: !19, expr: !DIExpression())
!19 = distinct !DIGlobalVariable(scope: null, file: !3, line: 26, type: !20, isLocal: true, isDefinition: true)
!20 = !DICompositeType(tag: DW_TAG_array_type, baseType: !21, size: 112, elements: !22)
!21 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!22 = !{!23}
!23 = !DISubrange(count: 14)
!24 = !DIGlobalVariableExpression(var: !25, expr: !DIExpression())
!25 = distinct !DIGlobalVariable(scope: null, file: !3, line: 26, type: !26, isLocal: true, isDefinition: true)
!26 = !DICompositeType(tag: DW_TAG_array_type, baseType: !21, size: 168, elements: !27)
!27 = !{!28}
!28 = !DISubrange(count: 21)
!29 = !DIGlobalVariableExpression(var: !30, expr: !DIExpression())
!30 = distinct !DIGlobalVariable(scope: null, file: !3, line: 26, type: !31, isLocal: true, isDefinition: true)
!31 = !DICompositeType(tag: DW_TAG_array_type, baseType: !32, size: 120, elements: !33)
!32 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !21)
!33 = !{!34}
!34 = !DISubrange(count: 15)
!35 = !DIGlobalVariableExpression(var: !36, expr: !DIExpression())
!36 = distinct !DIGlobalVariable(name: "sent", scope: !2, file: !3, line: 13, type: !37, isLocal: false, isDefinition: true)
!37 = !DIDerivedType(tag: DW_TAG_typedef, name: "atomic_int", file: !6, line: 104, baseType: !38)
!38 = !DIDerivedType(tag: DW_TAG_atomic_type, baseType: !39)
!39 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!40 = !{i32 7, !"Dwarf Version", i32 5}
!41 = !{i32 2, !"Debug Info Version", i32 3}
!42 = !{i32 1, !"wchar_size", i32 4}
!43 = !{i32 8, !"PIC Level", i32 2}
!44 = !{i32 7, !"PIE Level", i32 2}
!45 = !{i32 7, !"uwtable", i32 2}
!46 = !{i32 7, !"frame-pointer", i32 2}
!47 = !{!"Debian clang version 22.1.8 (1~deb12u1)"}
!48 = distinct !DISubprogram(name: "sender", scope: !3, file: !3, line: 15, type: !49, scopeLine: 15, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !51)
!49 = !DISubroutineType(types: !50)
!50 = !{!16, !16}
!51 = !{}
!52 = !DILocalVariable(name: "unused", arg: 1, scope: !48, file: !3, line: 15, type: !16)
!53 = !DILocation(line: 15, column: 20, scope: !48)
!54 = !DILocation(line: 16, column: 11, scope: !48)
!55 = !DILocation(line: 17, column: 3, scope: !48)
!56 = !DILocation(line: 18, column: 3, scope: !48)
!57 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 21, type: !58, scopeLine: 21, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !51)
!58 = !DISubroutineType(types: !59)
!59 = !{!39}
!60 = !DILocalVariable(name: "thread", scope: !57, file: !3, line: 22, type: !61)
!61 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !62, line: 27, baseType: !63)
!62 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h", directory: "", checksumkind: CSK_MD5, checksum: "735e3bf264ff9d8f5d95898b1692fbdb")
!63 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!64 = !DILocation(line: 22, column: 13, scope: !57)
!65 = !DILocation(line: 23, column: 3, scope: !57)
!66 = !DILocation(line: 24, column: 3, scope: !57)
!67 = !DILocation(line: 24, column: 11, scope: !57)
!68 = !DILocation(line: 24, column: 10, scope: !57)
!69 = distinct !{!69, !66, !70, !71}
!70 = !DILocation(line: 25, column: 3, scope: !57)
!71 = !{!"llvm.loop.mustprogress"}
!72 = !DILocation(line: 26, column: 10, scope: !73)
!73 = distinct !DILexicalBlock(scope: !74, file: !3, line: 26, column: 10)
!74 = distinct !DILexicalBlock(scope: !57, file: !3, line: 26, column: 3)
!75 = !DILocation(line: 26, column: 18, scope: !73)
!76 = !DILocation(line: 26, column: 3, scope: !73)
!77 = !DILocation(line: 27, column: 16, scope: !57)
!78 = !DILocation(line: 27, column: 3, scope: !57)
!79 = !DILocation(line: 28, column: 3, scope: !57)
