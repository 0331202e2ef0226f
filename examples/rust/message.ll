; ModuleID = 'message.fda10f2aa1386ac3-cgu.0'
source_filename = "message.fda10f2aa1386ac3-cgu.0"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@alloc_9cd20c3e415f4d39f0ceb012cb758628 = private unnamed_addr constant [40 x i8] c"there is no such thing as a release load", align 1
@alloc_e17502e153481471943c37e20438384b = private unnamed_addr constant [80 x i8] c"/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860/library/core/src/sync/atomic.rs\00", align 1
@alloc_b7d26e4bc52b7f02cc25e37f0bf633e4 = private unnamed_addr constant <{ ptr, [16 x i8] }> <{ ptr @alloc_e17502e153481471943c37e20438384b, [16 x i8] c"O\00\00\00\00\00\00\005\0F\00\00\18\00\00\00" }>, align 8
@alloc_96ab912d0054b46da785b206a96c9a45 = private unnamed_addr constant [49 x i8] c"there is no such thing as an acquire-release load", align 1
@alloc_738c866d826467e54726b360a2118a62 = private unnamed_addr constant <{ ptr, [16 x i8] }> <{ ptr @alloc_e17502e153481471943c37e20438384b, [16 x i8] c"O\00\00\00\00\00\00\006\0F\00\00\17\00\00\00" }>, align 8
@alloc_bf39103a6db665396aab4632362d9353 = private unnamed_addr constant [42 x i8] c"there is no such thing as an acquire store", align 1
@alloc_a574beff59ab58cf5ed2d6bc163e2302 = private unnamed_addr constant <{ ptr, [16 x i8] }> <{ ptr @alloc_e17502e153481471943c37e20438384b, [16 x i8] c"O\00\00\00\00\00\00\00&\0F\00\00\18\00\00\00" }>, align 8
@alloc_00c0bce0fa6327f8ec8e69d6d765d508 = private unnamed_addr constant [50 x i8] c"there is no such thing as an acquire-release store", align 1
@alloc_aec0388915b72a4f610ad656c35be884 = private unnamed_addr constant <{ ptr, [16 x i8] }> <{ ptr @alloc_e17502e153481471943c37e20438384b, [16 x i8] c"O\00\00\00\00\00\00\00'\0F\00\00\17\00\00\00" }>, align 8
@_ZN7message4SENT17hd4df421bd564696eE = internal global [1 x i8] zeroinitializer, align 1, !dbg !0
@_ZN7message7MESSAGE17h732a8552bb00faf6E = internal global [4 x i8] zeroinitializer, align 4, !dbg !19
@alloc_f22936f8f3e782352d421f64efff863e = private unnamed_addr constant [45 x i8] c"assertion failed: MESSAGE.load(Relaxed) == 42", align 1
@alloc_3befb62ad9eabfbbe4fc0e85e3da4c7c = private unnamed_addr constant [11 x i8] c"message.rs\00", align 1
@alloc_b1a373c60e8951b6ca6d07b586928296 = private unnamed_addr constant <{ ptr, [16 x i8] }> <{ ptr @alloc_3befb62ad9eabfbbe4fc0e85e3da4c7c, [16 x i8] c"\0A\00\00\00\00\00\00\00!\00\00\00\09\00\00\00" }>, align 8
@__rustc_debug_gdb_scripts_section__ = linkonce_odr unnamed_addr constant [34 x i8] c"\01gdb_load_rust_pretty_printers.py\00", section ".debug_gdb_scripts", align 1

; __rustc::rust_begin_unwind
; Function Attrs: noreturn nounwind nonlazybind uwtable
define hidden void @_RNvCsfLfy6EI15iL_7___rustc17rust_begin_unwind(ptr align 8 %_1) unnamed_addr #0 !dbg !52 {
start:
  %_1.dbg.spill = alloca [8 x i8], align 8
  store ptr %_1, ptr %_1.dbg.spill, align 8
    #dbg_declare(ptr %_1.dbg.spill, !181, !DIExpression(), !182)
  br label %bb1, !dbg !183

bb1:                                              ; preds = %bb1, %start
  br label %bb1, !dbg !183
}

; core::sync::atomic::AtomicBool::load
; Function Attrs: inlinehint nounwind nonlazybind uwtable
define internal zeroext i1 @_ZN4core4sync6atomic10AtomicBool4load17hdb427c9fd706fa14E(ptr align 1 %self, i8 %order) unnamed_addr #1 !dbg !184 {
start:
  %order.dbg.spill = alloca [1 x i8], align 1
  %self.dbg.spill = alloca [8 x i8], align 8
  store ptr %self, ptr %self.dbg.spill, align 8
    #dbg_declare(ptr %self.dbg.spill, !191, !DIExpression(), !193)
  store i8 %order, ptr %order.dbg.spill, align 1
    #dbg_declare(ptr %order.dbg.spill, !192, !DIExpression(), !194)
    #dbg_value(ptr %self, !195, !DIExpression(), !204)
; call core::sync::atomic::atomic_load
  %_3 = call i8 @_ZN4core4sync6atomic11atomic_load17h72bb41b3668104cfE(ptr %self, i8 %order) #4, !dbg !206
  %_0 = icmp ne i8 %_3, 0, !dbg !206
  ret i1 %_0, !dbg !207
}

; core::sync::atomic::AtomicBool::store
; Function Attrs: inlinehint nounwind nonlazybind uwtable
define internal void @_ZN4core4sync6atomic10AtomicBool5store17h307066e23bd8483aE(ptr align 1 %self, i1 zeroext %val, i8 %order) unnamed_addr #1 !dbg !208 {
start:
  %order.dbg.spill = alloca [1 x i8], align 1
  %val.dbg.spill = alloca [1 x i8], align 1
  %self.dbg.spill = alloca [8 x i8], align 8
  store ptr %self, ptr %self.dbg.spill, align 8
    #dbg_declare(ptr %self.dbg.spill, !213, !DIExpression(), !216)
  %0 = zext i1 %val to i8
  store i8 %0, ptr %val.dbg.spill, align 1
    #dbg_declare(ptr %val.dbg.spill, !214, !DIExpression(), !217)
  store i8 %order, ptr %order.dbg.spill, align 1
    #dbg_declare(ptr %order.dbg.spill, !215, !DIExpression(), !218)
    #dbg_value(ptr %self, !219, !DIExpression(), !222)
  %_7 = zext i1 %val to i8, !dbg !224
; call core::sync::atomic::atomic_store
  call void @_ZN4core4sync6atomic12atomic_store17h83c75214b4ab1db4E(ptr %self, i8 %_7, i8 %order) #4, !dbg !225
  ret void, !dbg !226
}

; core::sync::atomic::atomic_load
; Function Attrs: inlinehint nounwind nonlazybind uwtable
define internal i8 @_ZN4core4sync6atomic11atomic_load17h72bb41b3668104cfE(ptr %dst, i8 %order) unnamed_addr #1 !dbg !227 {
start:
  %s.dbg.spill1 = alloca [16 x i8], align 8
  %s.dbg.spill = alloca [16 x i8], align 8
  %order.dbg.spill = alloca [1 x i8], align 1
  %dst.dbg.spill = alloca [8 x i8], align 8
  %_0 = alloca [1 x i8], align 1
  store ptr %dst, ptr %dst.dbg.spill, align 8
    #dbg_declare(ptr %dst.dbg.spill, !231, !DIExpression(), !233)
  store i8 %order, ptr %order.dbg.spill, align 1
    #dbg_declare(ptr %order.dbg.spill, !232, !DIExpression(), !234)
  %_3 = zext i8 %order to i64, !dbg !235
  switch i64 %_3, label %bb1 [
    i64 0, label %bb6
    i64 1, label %bb3
    i64 2, label %bb5
    i64 3, label %bb2
    i64 4, label %bb4
  ], !dbg !236

bb1:                                              ; preds = %start
  unreachable, !dbg !235

bb6:                                              ; preds = %start
  %0 = load atomic i8, ptr %dst monotonic, align 1, !dbg !237
  store i8 %0, ptr %_0, align 1, !dbg !237
  br label %bb7, !dbg !237

bb3:                                              ; preds = %start
  store ptr @alloc_9cd20c3e415f4d39f0ceb012cb758628, ptr %s.dbg.spill, align 8, !dbg !238
  %1 = getelementptr inbounds i8, ptr %s.dbg.spill, i64 8, !dbg !238
  store i64 40, ptr %1, align 8, !dbg !238
    #dbg_declare(ptr %s.dbg.spill, !239, !DIExpression(), !246)
    #dbg_declare(ptr %s.dbg.spill, !247, !DIExpression(), !255)
    #dbg_declare(ptr %s.dbg.spill, !258, !DIExpression(), !263)
    #dbg_declare(ptr %s.dbg.spill, !265, !DIExpression(), !274)
; call core::panicking::panic_fmt
  call void @_RNvNtCsgEmfK2I1SDS_4core9panicking9panic_fmt(ptr @alloc_9cd20c3e415f4d39f0ceb012cb758628, ptr inttoptr (i64 81 to ptr), ptr align 8 @alloc_b7d26e4bc52b7f02cc25e37f0bf633e4) #5, !dbg !238
  unreachable, !dbg !238

bb5:                                              ; preds = %start
  %2 = load atomic i8, ptr %dst acquire, align 1, !dbg !277
  store i8 %2, ptr %_0, align 1, !dbg !277
  br label %bb7, !dbg !277

bb2:                                              ; preds = %start
  store ptr @alloc_96ab912d0054b46da785b206a96c9a45, ptr %s.dbg.spill1, align 8, !dbg !278
  %3 = getelementptr inbounds i8, ptr %s.dbg.spill1, i64 8, !dbg !278
  store i64 49, ptr %3, align 8, !dbg !278
    #dbg_declare(ptr %s.dbg.spill1, !239, !DIExpression(), !279)
    #dbg_declare(ptr %s.dbg.spill1, !247, !DIExpression(), !280)
    #dbg_declare(ptr %s.dbg.spill1, !258, !DIExpression(), !282)
    #dbg_declare(ptr %s.dbg.spill1, !265, !DIExpression(), !284)
; call core::panicking::panic_fmt
  call void @_RNvNtCsgEmfK2I1SDS_4core9panicking9panic_fmt(ptr @alloc_96ab912d0054b46da785b206a96c9a45, ptr inttoptr (i64 99 to ptr), ptr align 8 @alloc_738c866d826467e54726b360a2118a62) #5, !dbg !278
  unreachable, !dbg !278

bb4:                                              ; preds = %start
  %4 = load atomic i8, ptr %dst seq_cst, align 1, !dbg !286
  store i8 %4, ptr %_0, align 1, !dbg !286
  br label %bb7, !dbg !286

bb7:                                              ; preds = %bb4, %bb5, %bb6
  %5 = load i8, ptr %_0, align 1, !dbg !287
  ret i8 %5, !dbg !287
}

; core::sync::atomic::atomic_load
; Function Attrs: inlinehint nounwind nonlazybind uwtable
define internal i32 @_ZN4core4sync6atomic11atomic_load17h758bc3e836cb213bE(ptr %dst, i8 %order) unnamed_addr #1 !dbg !288 {
start:
  %s.dbg.spill1 = alloca [16 x i8], align 8
  %s.dbg.spill = alloca [16 x i8], align 8
  %order.dbg.spill = alloca [1 x i8], align 1
  %dst.dbg.spill = alloca [8 x i8], align 8
  %_0 = alloca [4 x i8], align 4
  store ptr %dst, ptr %dst.dbg.spill, align 8
    #dbg_declare(ptr %dst.dbg.spill, !293, !DIExpression(), !295)
  store i8 %order, ptr %order.dbg.spill, align 1
    #dbg_declare(ptr %order.dbg.spill, !294, !DIExpression(), !296)
  %_3 = zext i8 %order to i64, !dbg !297
  switch i64 %_3, label %bb1 [
    i64 0, label %bb6
    i64 1, label %bb3
    i64 2, label %bb5
    i64 3, label %bb2
    i64 4, label %bb4
  ], !dbg !298

bb1:                                              ; preds = %start
  unreachable, !dbg !297

bb6:                                              ; preds = %start
  %0 = load atomic i32, ptr %dst monotonic, align 4, !dbg !299
  store i32 %0, ptr %_0, align 4, !dbg !299
  br label %bb7, !dbg !299

bb3:                                              ; preds = %start
  store ptr @alloc_9cd20c3e415f4d39f0ceb012cb758628, ptr %s.dbg.spill, align 8, !dbg !300
  %1 = getelementptr inbounds i8, ptr %s.dbg.spill, i64 8, !dbg !300
  store i64 40, ptr %1, align 8, !dbg !300
    #dbg_declare(ptr %s.dbg.spill, !301, !DIExpression(), !304)
    #dbg_declare(ptr %s.dbg.spill, !305, !DIExpression(), !308)
    #dbg_declare(ptr %s.dbg.spill, !311, !DIExpression(), !314)
    #dbg_declare(ptr %s.dbg.spill, !316, !DIExpression(), !319)
; call core::panicking::panic_fmt
  call void @_RNvNtCsgEmfK2I1SDS_4core9panicking9panic_fmt(ptr @alloc_9cd20c3e415f4d39f0ceb012cb758628, ptr inttoptr (i64 81 to ptr), ptr align 8 @alloc_b7d26e4bc52b7f02cc25e37f0bf633e4) #5, !dbg !300
  unreachable, !dbg !300

bb5:                                              ; preds = %start
  %2 = load atomic i32, ptr %dst acquire, align 4, !dbg !322
  store i32 %2, ptr %_0, align 4, !dbg !322
  br label %bb7, !dbg !322

bb2:                                              ; preds = %start
  store ptr @alloc_96ab912d0054b46da785b206a96c9a45, ptr %s.dbg.spill1, align 8, !dbg !323
  %3 = getelementptr inbounds i8, ptr %s.dbg.spill1, i64 8, !dbg !323
  store i64 49, ptr %3, align 8, !dbg !323
    #dbg_declare(ptr %s.dbg.spill1, !301, !DIExpression(), !324)
    #dbg_declare(ptr %s.dbg.spill1, !305, !DIExpression(), !325)
    #dbg_declare(ptr %s.dbg.spill1, !311, !DIExpression(), !327)
    #dbg_declare(ptr %s.dbg.spill1, !316, !DIExpression(), !329)
; call core::panicking::panic_fmt
  call void @_RNvNtCsgEmfK2I1SDS_4core9panicking9panic_fmt(ptr @alloc_96ab912d0054b46da785b206a96c9a45, ptr inttoptr (i64 99 to ptr), ptr align 8 @alloc_738c866d826467e54726b360a2118a62) #5, !dbg !323
  unreachable, !dbg !323

bb4:                                              ; preds = %start
  %4 = load atomic i32, ptr %dst seq_cst, align 4, !dbg !331
  store i32 %4, ptr %_0, align 4, !dbg !331
  br label %bb7, !dbg !331

bb7:                                              ; preds = %bb4, %bb5, %bb6
  %5 = load i32, ptr %_0, align 4, !dbg !332
  ret i32 %5, !dbg !332
}

; core::sync::atomic::atomic_store
; Function Attrs: inlinehint nounwind nonlazybind uwtable
define internal void @_ZN4core4sync6atomic12atomic_store17h7644a7c69ebdf8e4E(ptr %dst, i32 %val, i8 %order) unnamed_addr #1 !dbg !333 {
start:
  %s.dbg.spill1 = alloca [16 x i8], align 8
  %s.dbg.spill = alloca [16 x i8], align 8
  %order.dbg.spill = alloca [1 x i8], align 1
  %val.dbg.spill = alloca [4 x i8], align 4
  %dst.dbg.spill = alloca [8 x i8], align 8
  store ptr %dst, ptr %dst.dbg.spill, align 8
    #dbg_declare(ptr %dst.dbg.spill, !338, !DIExpression(), !341)
  store i32 %val, ptr %val.dbg.spill, align 4
    #dbg_declare(ptr %val.dbg.spill, !339, !DIExpression(), !342)
  store i8 %order, ptr %order.dbg.spill, align 1
    #dbg_declare(ptr %order.dbg.spill, !340, !DIExpression(), !343)
  %_4 = zext i8 %order to i64, !dbg !344
  switch i64 %_4, label %bb1 [
    i64 0, label %bb6
    i64 1, label %bb5
    i64 2, label %bb3
    i64 3, label %bb2
    i64 4, label %bb4
  ], !dbg !345

bb1:                                              ; preds = %start
  unreachable, !dbg !344

bb6:                                              ; preds = %start
  store atomic i32 %val, ptr %dst monotonic, align 4, !dbg !346
  br label %bb7, !dbg !346

bb5:                                              ; preds = %start
  store atomic i32 %val, ptr %dst release, align 4, !dbg !347
  br label %bb7, !dbg !347

bb3:                                              ; preds = %start
  store ptr @alloc_bf39103a6db665396aab4632362d9353, ptr %s.dbg.spill, align 8, !dbg !348
  %0 = getelementptr inbounds i8, ptr %s.dbg.spill, i64 8, !dbg !348
  store i64 42, ptr %0, align 8, !dbg !348
    #dbg_declare(ptr %s.dbg.spill, !349, !DIExpression(), !352)
    #dbg_declare(ptr %s.dbg.spill, !353, !DIExpression(), !356)
    #dbg_declare(ptr %s.dbg.spill, !359, !DIExpression(), !362)
    #dbg_declare(ptr %s.dbg.spill, !364, !DIExpression(), !367)
; call core::panicking::panic_fmt
  call void @_RNvNtCsgEmfK2I1SDS_4core9panicking9panic_fmt(ptr @alloc_bf39103a6db665396aab4632362d9353, ptr inttoptr (i64 85 to ptr), ptr align 8 @alloc_a574beff59ab58cf5ed2d6bc163e2302) #5, !dbg !348
  unreachable, !dbg !348

bb2:                                              ; preds = %start
  store ptr @alloc_00c0bce0fa6327f8ec8e69d6d765d508, ptr %s.dbg.spill1, align 8, !dbg !370
  %1 = getelementptr inbounds i8, ptr %s.dbg.spill1, i64 8, !dbg !370
  store i64 50, ptr %1, align 8, !dbg !370
    #dbg_declare(ptr %s.dbg.spill1, !349, !DIExpression(), !371)
    #dbg_declare(ptr %s.dbg.spill1, !353, !DIExpression(), !372)
    #dbg_declare(ptr %s.dbg.spill1, !359, !DIExpression(), !374)
    #dbg_declare(ptr %s.dbg.spill1, !364, !DIExpression(), !376)
; call core::panicking::panic_fmt
  call void @_RNvNtCsgEmfK2I1SDS_4core9panicking9panic_fmt(ptr @alloc_00c0bce0fa6327f8ec8e69d6d765d508, ptr inttoptr (i64 101 to ptr), ptr align 8 @alloc_aec0388915b72a4f610ad656c35be884) #5, !dbg !370
  unreachable, !dbg !370

bb4:                                              ; preds = %start
  store atomic i32 %val, ptr %dst seq_cst, align 4, !dbg !378
  br label %bb7, !dbg !378

bb7:                                              ; preds = %bb4, %bb5, %bb6
  ret void, !dbg !379
}

; core::sync::atomic::atomic_store
; Function Attrs: inlinehint nounwind nonlazybind uwtable
define internal void @_ZN4core4sync6atomic12atomic_store17h83c75214b4ab1db4E(ptr %dst, i8 %val, i8 %order) unnamed_addr #1 !dbg !380 {
start:
  %s.dbg.spill1 = alloca [16 x i8], align 8
  %s.dbg.spill = alloca [16 x i8], align 8
  %order.dbg.spill = alloca [1 x i8], align 1
  %val.dbg.spill = alloca [1 x i8], align 1
  %dst.dbg.spill = alloca [8 x i8], align 8
  store ptr %dst, ptr %dst.dbg.spill, align 8
    #dbg_declare(ptr %dst.dbg.spill, !384, !DIExpression(), !387)
  store i8 %val, ptr %val.dbg.spill, align 1
    #dbg_declare(ptr %val.dbg.spill, !385, !DIExpression(), !388)
  store i8 %order, ptr %order.dbg.spill, align 1
    #dbg_declare(ptr %order.dbg.spill, !386, !DIExpression(), !389)
  %_4 = zext i8 %order to i64, !dbg !390
  switch i64 %_4, label %bb1 [
    i64 0, label %bb6
    i64 1, label %bb5
    i64 2, label %bb3
    i64 3, label %bb2
    i64 4, label %bb4
  ], !dbg !391

bb1:                                              ; preds = %start
  unreachable, !dbg !390

bb6:                                              ; preds = %start
  store atomic i8 %val, ptr %dst monotonic, align 1, !dbg !392
  br label %bb7, !dbg !392

bb5:                                              ; preds = %start
  store atomic i8 %val, ptr %dst release, align 1, !dbg !393
  br label %bb7, !dbg !393

bb3:                                              ; preds = %start
  store ptr @alloc_bf39103a6db665396aab4632362d9353, ptr %s.dbg.spill, align 8, !dbg !394
  %0 = getelementptr inbounds i8, ptr %s.dbg.spill, i64 8, !dbg !394
  store i64 42, ptr %0, align 8, !dbg !394
    #dbg_declare(ptr %s.dbg.spill, !395, !DIExpression(), !398)
    #dbg_declare(ptr %s.dbg.spill, !399, !DIExpression(), !402)
    #dbg_declare(ptr %s.dbg.spill, !405, !DIExpression(), !408)
    #dbg_declare(ptr %s.dbg.spill, !410, !DIExpression(), !413)
; call core::panicking::panic_fmt
  call void @_RNvNtCsgEmfK2I1SDS_4core9panicking9panic_fmt(ptr @alloc_bf39103a6db665396aab4632362d9353, ptr inttoptr (i64 85 to ptr), ptr align 8 @alloc_a574beff59ab58cf5ed2d6bc163e2302) #5, !dbg !394
  unreachable, !dbg !394

bb2:                                              ; preds = %start
  store ptr @alloc_00c0bce0fa6327f8ec8e69d6d765d508, ptr %s.dbg.spill1, align 8, !dbg !416
  %1 = getelementptr inbounds i8, ptr %s.dbg.spill1, i64 8, !dbg !416
  store i64 50, ptr %1, align 8, !dbg !416
    #dbg_declare(ptr %s.dbg.spill1, !395, !DIExpression(), !417)
    #dbg_declare(ptr %s.dbg.spill1, !399, !DIExpression(), !418)
    #dbg_declare(ptr %s.dbg.spill1, !405, !DIExpression(), !420)
    #dbg_declare(ptr %s.dbg.spill1, !410, !DIExpression(), !422)
; call core::panicking::panic_fmt
  call void @_RNvNtCsgEmfK2I1SDS_4core9panicking9panic_fmt(ptr @alloc_00c0bce0fa6327f8ec8e69d6d765d508, ptr inttoptr (i64 101 to ptr), ptr align 8 @alloc_aec0388915b72a4f610ad656c35be884) #5, !dbg !416
  unreachable, !dbg !416

bb4:                                              ; preds = %start
  store atomic i8 %val, ptr %dst seq_cst, align 1, !dbg !424
  br label %bb7, !dbg !424

bb7:                                              ; preds = %bb4, %bb5, %bb6
  ret void, !dbg !425
}

; core::sync::atomic::AtomicU32::load
; Function Attrs: inlinehint nounwind nonlazybind uwtable
define internal i32 @_ZN4core4sync6atomic9AtomicU324load17h7c5ee77da07d5317E(ptr align 4 %self, i8 %order) unnamed_addr #1 !dbg !426 {
start:
  %order.dbg.spill = alloca [1 x i8], align 1
  %self.dbg.spill = alloca [8 x i8], align 8
  store ptr %self, ptr %self.dbg.spill, align 8
    #dbg_declare(ptr %self.dbg.spill, !432, !DIExpression(), !434)
  store i8 %order, ptr %order.dbg.spill, align 1
    #dbg_declare(ptr %order.dbg.spill, !433, !DIExpression(), !435)
    #dbg_value(ptr %self, !436, !DIExpression(), !443)
; call core::sync::atomic::atomic_load
  %_0 = call i32 @_ZN4core4sync6atomic11atomic_load17h758bc3e836cb213bE(ptr %self, i8 %order) #4, !dbg !445
  ret i32 %_0, !dbg !446
}

; core::sync::atomic::AtomicU32::store
; Function Attrs: inlinehint nounwind nonlazybind uwtable
define internal void @_ZN4core4sync6atomic9AtomicU325store17hd0fa786447c592e7E(ptr align 4 %self, i32 %val, i8 %order) unnamed_addr #1 !dbg !447 {
start:
  %order.dbg.spill = alloca [1 x i8], align 1
  %val.dbg.spill = alloca [4 x i8], align 4
  %self.dbg.spill = alloca [8 x i8], align 8
  store ptr %self, ptr %self.dbg.spill, align 8
    #dbg_declare(ptr %self.dbg.spill, !452, !DIExpression(), !455)
  store i32 %val, ptr %val.dbg.spill, align 4
    #dbg_declare(ptr %val.dbg.spill, !453, !DIExpression(), !456)
  store i8 %order, ptr %order.dbg.spill, align 1
    #dbg_declare(ptr %order.dbg.spill, !454, !DIExpression(), !457)
    #dbg_value(ptr %self, !458, !DIExpression(), !461)
; call core::sync::atomic::atomic_store
  call void @_ZN4core4sync6atomic12atomic_store17h7644a7c69ebdf8e4E(ptr %self, i32 %val, i8 %order) #4, !dbg !463
  ret void, !dbg !464
}

; message::sender
; Function Attrs: nounwind nonlazybind uwtable
define internal ptr @_ZN7message6sender17h3be535bc609fbbbdE(ptr %_1) unnamed_addr #2 !dbg !465 {
start:
  %_1.dbg.spill = alloca [8 x i8], align 8
  store ptr %_1, ptr %_1.dbg.spill, align 8
    #dbg_declare(ptr %_1.dbg.spill, !470, !DIExpression(), !471)
; call core::sync::atomic::AtomicU32::store
  call void @_ZN4core4sync6atomic9AtomicU325store17hd0fa786447c592e7E(ptr align 4 @_ZN7message7MESSAGE17h732a8552bb00faf6E, i32 42, i8 0) #4, !dbg !472
; call core::sync::atomic::AtomicBool::store
  call void @_ZN4core4sync6atomic10AtomicBool5store17h307066e23bd8483aE(ptr align 1 @_ZN7message4SENT17hd4df421bd564696eE, i1 zeroext true, i8 0) #4, !dbg !473
  ret ptr null, !dbg !474
}

; Function Attrs: nounwind nonlazybind uwtable
define dso_local i32 @main() unnamed_addr #2 !dbg !475 {
start:
  %thread = alloca [8 x i8], align 8
    #dbg_declare(ptr %thread, !480, !DIExpression(), !482)
  store i64 0, ptr %thread, align 8, !dbg !483
  %_2 = call i32 @pthread_create(ptr %thread, ptr null, ptr @_ZN7message6sender17h3be535bc609fbbbdE, ptr null) #6, !dbg !484
; call core::sync::atomic::AtomicBool::load
  %_8 = call zeroext i1 @_ZN4core4sync6atomic10AtomicBool4load17hdb427c9fd706fa14E(ptr align 1 @_ZN7message4SENT17hd4df421bd564696eE, i8 0) #4, !dbg !485
  br i1 %_8, label %bb5, label %bb8, !dbg !486

bb8:                                              ; preds = %bb5, %start
  %_17 = load i64, ptr %thread, align 8, !dbg !487
  %_16 = call i32 @pthread_join(i64 %_17, ptr null) #6, !dbg !488
  ret i32 0, !dbg !489

bb5:                                              ; preds = %start
; call core::sync::atomic::AtomicU32::load
  %_12 = call i32 @_ZN4core4sync6atomic9AtomicU324load17h7c5ee77da07d5317E(ptr align 4 @_ZN7message7MESSAGE17h732a8552bb00faf6E, i8 0) #4, !dbg !490
  %_11 = icmp eq i32 %_12, 42, !dbg !491
  br i1 %_11, label %bb8, label %bb7, !dbg !491

bb7:                                              ; preds = %bb5
; call core::panicking::panic
  call void @_RNvNtCsgEmfK2I1SDS_4core9panicking5panic(ptr align 1 @alloc_f22936f8f3e782352d421f64efff863e, i64 45, ptr align 8 @alloc_b1a373c60e8951b6ca6d07b586928296) #5, !dbg !492
  unreachable, !dbg !492
}

; core::panicking::panic_fmt
; Function Attrs: cold noinline noreturn nounwind nonlazybind uwtable
declare void @_RNvNtCsgEmfK2I1SDS_4core9panicking9panic_fmt(ptr, ptr, ptr align 8) unnamed_addr #3

; Function Attrs: nounwind nonlazybind uwtable
declare i32 @pthread_create(ptr, ptr, ptr, ptr) unnamed_addr #2

; core::panicking::panic
; Function Attrs: cold noinline noreturn nounwind nonlazybind uwtable
declare void @_RNvNtCsgEmfK2I1SDS_4core9panicking5panic(ptr align 1, i64, ptr align 8) unnamed_addr #3

; Function Attrs: nounwind nonlazybind uwtable
declare i32 @pthread_join(i64, ptr) unnamed_addr #2

attributes #0 = { noreturn nounwind nonlazybind uwtable "probe-stack"="inline-asm" "target-cpu"="x86-64" }
attributes #1 = { inlinehint nounwind nonlazybind uwtable "probe-stack"="inline-asm" "target-cpu"="x86-64" }
attributes #2 = { nounwind nonlazybind uwtable "probe-stack"="inline-asm" "target-cpu"="x86-64" }
attributes #3 = { cold noinline noreturn nounwind nonlazybind uwtable "probe-stack"="inline-asm" "target-cpu"="x86-64" }
attributes #4 = { inlinehint nounwind }
attributes #5 = { noinline noreturn nounwind }
attributes #6 = { nounwind }

!llvm.module.flags = !{!30, !31, !32, !33, !34}
!llvm.ident = !{!35}
!llvm.dbg.cu = !{!36}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "SENT", linkageName: "_ZN7message4SENT17hd4df421bd564696eE", scope: !2, file: !3, line: 10, type: !4, isLocal: true, isDefinition: true, align: 8)
!2 = !DINamespace(name: "message", scope: null)
!3 = !DIFile(filename: "message.rs", directory: "examples/rust", checksumkind: CSK_MD5, checksum: "be29ed011dd89decc0a251bad0076d53")
!4 = !DICompositeType(tag: DW_TAG_structure_type, name: "AtomicBool", scope: !6, file: !5, size: 8, align: 8, flags: DIFlagPublic, elements: !9, templateParams: !18, identifier: "60f0e70b153cf109f3b1ce7e34993661")
!5 = !DIFile(filename: "<unknown>", directory: "")
!6 = !DINamespace(name: "atomic", scope: !7)
!7 = !DINamespace(name: "sync", scope: !8)
!8 = !DINamespace(name: "core", scope: null)
!9 = !{!10}
!10 = !DIDerivedType(tag: DW_TAG_member, name: "v", scope: !4, file: !5, baseType: !11, size: 8, align: 8, flags: DIFlagPrivate)
!11 = !DICompositeType(tag: DW_TAG_structure_type, name: "UnsafeCell<u8>", scope: !12, file: !5, size: 8, align: 8, flags: DIFlagPublic, elements: !13, templateParams: !16, identifier: "df3fe7d204cf9645c1e0417088da45bf")
!12 = !DINamespace(name: "cell", scope: !8)
!13 = !{!14}
!14 = !DIDerivedType(tag: DW_TAG_member, name: "value", scope: !11, file: !5, baseType: !15, size: 8, align: 8, flags: DIFlagPrivate)
!15 = !DIBasicType(name: "u8", size: 8, encoding: DW_ATE_unsigned)
!16 = !{!17}
!17 = !DITemplateTypeParameter(name: "T", type: !15)
!18 = !{}
!19 = !DIGlobalVariableExpression(var: !20, expr: !DIExpression())
!20 = distinct !DIGlobalVariable(name: "MESSAGE", linkageName: "_ZN7message7MESSAGE17h732a8552bb00faf6E", scope: !2, file: !3, line: 9, type: !21, isLocal: true, isDefinition: true, align: 32)
!21 = !DICompositeType(tag: DW_TAG_structure_type, name: "AtomicU32", scope: !6, file: !5, size: 32, align: 32, flags: DIFlagPublic, elements: !22, templateParams: !18, identifier: "c7c2c74a85904bd0c8528b4e15d5ce44")
!22 = !{!23}
!23 = !DIDerivedType(tag: DW_TAG_member, name: "v", scope: !21, file: !5, baseType: !24, size: 32, align: 32, flags: DIFlagPrivate)
!24 = !DICompositeType(tag: DW_TAG_structure_type, name: "UnsafeCell<u32>", scope: !12, file: !5, size: 32, align: 32, flags: DIFlagPublic, elements: !25, templateParams: !28, identifier: "276fcd5afdff990e3d83fbd36936145c")
!25 = !{!26}
!26 = !DIDerivedType(tag: DW_TAG_member, name: "value", scope: !24, file: !5, baseType: !27, size: 32, align: 32, flags: DIFlagPrivate)
!27 = !DIBasicType(name: "u32", size: 32, encoding: DW_ATE_unsigned)
!28 = !{!29}
!29 = !DITemplateTypeParameter(name: "T", type: !27)
!30 = !{i32 8, !"PIC Level", i32 2}
!31 = !{i32 7, !"PIE Level", i32 2}
!32 = !{i32 2, !"RtLibUseGOT", i32 1}
!33 = !{i32 7, !"Dwarf Version", i32 4}
!34 = !{i32 2, !"Debug Info Version", i32 3}
!35 = !{!"rustc version 1.95.0 (59807616e 2026-04-14)"}
!36 = distinct !DICompileUnit(language: DW_LANG_Rust, file: !37, producer: "clang LLVM (rustc version 1.95.0 (59807616e 2026-04-14))", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !38, globals: !51, splitDebugInlining: false, nameTableKind: None)
!37 = !DIFile(filename: "message.rs/@/message.fda10f2aa1386ac3-cgu.0", directory: "examples/rust")
!38 = !{!39, !44}
!39 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "c_void", scope: !40, file: !5, baseType: !15, size: 8, align: 8, flags: DIFlagEnumClass, elements: !41)
!40 = !DINamespace(name: "ffi", scope: !8)
!41 = !{!42, !43}
!42 = !DIEnumerator(name: "__variant1", value: 0, isUnsigned: true)
!43 = !DIEnumerator(name: "__variant2", value: 1, isUnsigned: true)
!44 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "Ordering", scope: !6, file: !5, baseType: !15, size: 8, align: 8, flags: DIFlagEnumClass, elements: !45)
!45 = !{!46, !47, !48, !49, !50}
!46 = !DIEnumerator(name: "Relaxed", value: 0, isUnsigned: true)
!47 = !DIEnumerator(name: "Release", value: 1, isUnsigned: true)
!48 = !DIEnumerator(name: "Acquire", value: 2, isUnsigned: true)
!49 = !DIEnumerator(name: "AcqRel", value: 3, isUnsigned: true)
!50 = !DIEnumerator(name: "SeqCst", value: 4, isUnsigned: true)
!51 = !{!0, !19}
!52 = distinct !DISubprogram(name: "panic", linkageName: "_RNvCsfLfy6EI15iL_7___rustc17rust_begin_unwind", scope: !2, file: !3, line: 40, type: !53, scopeLine: 40, flags: DIFlagPrototyped | DIFlagNoReturn, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !36, templateParams: !18, retainedNodes: !180)
!53 = !DISubroutineType(types: !54)
!54 = !{null, !55}
!55 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "&core::panic::panic_info::PanicInfo", baseType: !56, size: 64, align: 64, dwarfAddressSpace: 0)
!56 = !DICompositeType(tag: DW_TAG_structure_type, name: "PanicInfo", scope: !57, file: !5, size: 192, align: 64, flags: DIFlagPublic, elements: !59, templateParams: !18, identifier: "1f197bfb0b2978b841a2bba287af0e4")
!57 = !DINamespace(name: "panic_info", scope: !58)
!58 = !DINamespace(name: "panic", scope: !8)
!59 = !{!60, !153, !177, !179}
!60 = !DIDerivedType(tag: DW_TAG_member, name: "message", scope: !56, file: !5, baseType: !61, size: 64, align: 64, flags: DIFlagPrivate)
!61 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "&core::fmt::Arguments", baseType: !62, size: 64, align: 64, dwarfAddressSpace: 0)
!62 = !DICompositeType(tag: DW_TAG_structure_type, name: "Arguments", scope: !63, file: !5, size: 128, align: 64, flags: DIFlagPublic, elements: !64, templateParams: !18, identifier: "e5c67bbe046da39973c72077c7f66185")
!63 = !DINamespace(name: "fmt", scope: !8)
!64 = !{!65, !72}
!65 = !DIDerivedType(tag: DW_TAG_member, name: "template", scope: !62, file: !5, baseType: !66, size: 64, align: 64, flags: DIFlagPrivate)
!66 = !DICompositeType(tag: DW_TAG_structure_type, name: "NonNull<u8>", scope: !67, file: !5, size: 64, align: 64, flags: DIFlagPublic, elements: !69, templateParams: !16, identifier: "ff3cb4cecc4ed13dfb833309b96ea529")
!67 = !DINamespace(name: "non_null", scope: !68)
!68 = !DINamespace(name: "ptr", scope: !8)
!69 = !{!70}
!70 = !DIDerivedType(tag: DW_TAG_member, name: "pointer", scope: !66, file: !5, baseType: !71, size: 64, align: 64, flags: DIFlagPrivate)
!71 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "*const u8", baseType: !15, size: 64, align: 64, dwarfAddressSpace: 0)
!72 = !DIDerivedType(tag: DW_TAG_member, name: "args", scope: !62, file: !5, baseType: !73, size: 64, align: 64, offset: 64, flags: DIFlagPrivate)
!73 = !DICompositeType(tag: DW_TAG_structure_type, name: "NonNull<core::fmt::rt::Argument>", scope: !67, file: !5, size: 64, align: 64, flags: DIFlagPublic, elements: !74, templateParams: !151, identifier: "2e7cb7ba6db6aae8a5c20264d17cea0a")
!74 = !{!75}
!75 = !DIDerivedType(tag: DW_TAG_member, name: "pointer", scope: !73, file: !5, baseType: !76, size: 64, align: 64, flags: DIFlagPrivate)
!76 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "*const core::fmt::rt::Argument", baseType: !77, size: 64, align: 64, dwarfAddressSpace: 0)
!77 = !DICompositeType(tag: DW_TAG_structure_type, name: "Argument", scope: !78, file: !5, size: 128, align: 64, flags: DIFlagPublic, elements: !79, templateParams: !18, identifier: "1d5f7550f7e7e04cbc4d2cf57c27606b")
!78 = !DINamespace(name: "rt", scope: !63)
!79 = !{!80}
!80 = !DIDerivedType(tag: DW_TAG_member, name: "ty", scope: !77, file: !5, baseType: !81, size: 128, align: 64, flags: DIFlagPrivate)
!81 = !DICompositeType(tag: DW_TAG_structure_type, name: "ArgumentType", scope: !78, file: !5, size: 128, align: 64, flags: DIFlagPrivate, elements: !82, templateParams: !18, identifier: "b1cfb4618f1c38c3f96eab6c02edf448")
!82 = !{!83}
!83 = !DICompositeType(tag: DW_TAG_variant_part, scope: !81, file: !5, size: 128, align: 64, elements: !84, templateParams: !18, identifier: "fbd384083752b747f8b252853b979154", discriminator: !149)
!84 = !{!85, !145}
!85 = !DIDerivedType(tag: DW_TAG_member, name: "Placeholder", scope: !83, file: !5, baseType: !86, size: 128, align: 64)
!86 = !DICompositeType(tag: DW_TAG_structure_type, name: "Placeholder", scope: !81, file: !5, size: 128, align: 64, flags: DIFlagPrivate, elements: !87, templateParams: !18, identifier: "91d44a8fdafb90acd8f4961dbde4212b")
!87 = !{!88, !96, !139}
!88 = !DIDerivedType(tag: DW_TAG_member, name: "value", scope: !86, file: !5, baseType: !89, size: 64, align: 64, flags: DIFlagPrivate)
!89 = !DICompositeType(tag: DW_TAG_structure_type, name: "NonNull<()>", scope: !67, file: !5, size: 64, align: 64, flags: DIFlagPublic, elements: !90, templateParams: !94, identifier: "f4e496144210c619b96aa08326287b92")
!90 = !{!91}
!91 = !DIDerivedType(tag: DW_TAG_member, name: "pointer", scope: !89, file: !5, baseType: !92, size: 64, align: 64, flags: DIFlagPrivate)
!92 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "*const ()", baseType: !93, size: 64, align: 64, dwarfAddressSpace: 0)
!93 = !DIBasicType(name: "()", encoding: DW_ATE_unsigned)
!94 = !{!95}
!95 = !DITemplateTypeParameter(name: "T", type: !93)
!96 = !DIDerivedType(tag: DW_TAG_member, name: "formatter", scope: !86, file: !5, baseType: !97, size: 64, align: 64, offset: 64, flags: DIFlagPrivate)
!97 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "unsafe fn(core::ptr::non_null::NonNull<()>, &mut core::fmt::Formatter) -> core::result::Result<(), core::fmt::Error>", baseType: !98, size: 64, align: 64, dwarfAddressSpace: 0)
!98 = !DISubroutineType(types: !99)
!99 = !{!100, !89, !117}
!100 = !DICompositeType(tag: DW_TAG_structure_type, name: "Result<(), core::fmt::Error>", scope: !101, file: !5, size: 8, align: 8, flags: DIFlagPublic, elements: !102, templateParams: !18, identifier: "1c6752419820cdc3961061cc58b31873")
!101 = !DINamespace(name: "result", scope: !8)
!102 = !{!103}
!103 = !DICompositeType(tag: DW_TAG_variant_part, scope: !100, file: !5, size: 8, align: 8, elements: !104, templateParams: !18, identifier: "92c1f85eaa1d7dab2e3165ee2fc4946", discriminator: !116)
!104 = !{!105, !112}
!105 = !DIDerivedType(tag: DW_TAG_member, name: "Ok", scope: !103, file: !5, baseType: !106, size: 8, align: 8, extraData: i8 0)
!106 = !DICompositeType(tag: DW_TAG_structure_type, name: "Ok", scope: !100, file: !5, size: 8, align: 8, flags: DIFlagPublic, elements: !107, templateParams: !109, identifier: "1d7115f6c7f9f62c2100933bba0c76f9")
!107 = !{!108}
!108 = !DIDerivedType(tag: DW_TAG_member, name: "__0", scope: !106, file: !5, baseType: !93, align: 8, offset: 8, flags: DIFlagPublic)
!109 = !{!95, !110}
!110 = !DITemplateTypeParameter(name: "E", type: !111)
!111 = !DICompositeType(tag: DW_TAG_structure_type, name: "Error", scope: !63, file: !5, align: 8, flags: DIFlagPublic, elements: !18, identifier: "5a24300cdda31093f5fe20c939b4885")
!112 = !DIDerivedType(tag: DW_TAG_member, name: "Err", scope: !103, file: !5, baseType: !113, size: 8, align: 8, extraData: i8 1)
!113 = !DICompositeType(tag: DW_TAG_structure_type, name: "Err", scope: !100, file: !5, size: 8, align: 8, flags: DIFlagPublic, elements: !114, templateParams: !109, identifier: "27094aa3bc4c448bf12b8530386fdeb2")
!114 = !{!115}
!115 = !DIDerivedType(tag: DW_TAG_member, name: "__0", scope: !113, file: !5, baseType: !111, align: 8, offset: 8, flags: DIFlagPublic)
!116 = !DIDerivedType(tag: DW_TAG_member, scope: !100, file: !5, baseType: !15, size: 8, align: 8, flags: DIFlagArtificial)
!117 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "&mut core::fmt::Formatter", baseType: !118, size: 64, align: 64, dwarfAddressSpace: 0)
!118 = !DICompositeType(tag: DW_TAG_structure_type, name: "Formatter", scope: !63, file: !5, size: 192, align: 64, flags: DIFlagPublic, elements: !119, templateParams: !18, identifier: "c45a1f7f7c29ecbbdbd29c835fac516c")
!119 = !{!120, !127}
!120 = !DIDerivedType(tag: DW_TAG_member, name: "options", scope: !118, file: !5, baseType: !121, size: 64, align: 32, offset: 128, flags: DIFlagPrivate)
!121 = !DICompositeType(tag: DW_TAG_structure_type, name: "FormattingOptions", scope: !63, file: !5, size: 64, align: 32, flags: DIFlagPublic, elements: !122, templateParams: !18, identifier: "ca2f5547247cd95c514a47d5800e09e")
!122 = !{!123, !124, !126}
!123 = !DIDerivedType(tag: DW_TAG_member, name: "flags", scope: !121, file: !5, baseType: !27, size: 32, align: 32, flags: DIFlagPrivate)
!124 = !DIDerivedType(tag: DW_TAG_member, name: "width", scope: !121, file: !5, baseType: !125, size: 16, align: 16, offset: 32, flags: DIFlagPrivate)
!125 = !DIBasicType(name: "u16", size: 16, encoding: DW_ATE_unsigned)
!126 = !DIDerivedType(tag: DW_TAG_member, name: "precision", scope: !121, file: !5, baseType: !125, size: 16, align: 16, offset: 48, flags: DIFlagPrivate)
!127 = !DIDerivedType(tag: DW_TAG_member, name: "buf", scope: !118, file: !5, baseType: !128, size: 128, align: 64, flags: DIFlagPrivate)
!128 = !DICompositeType(tag: DW_TAG_structure_type, name: "&mut dyn core::fmt::Write", file: !5, size: 128, align: 64, elements: !129, templateParams: !18, identifier: "effe97114690fc58a8e246cb04e37234")
!129 = !{!130, !133}
!130 = !DIDerivedType(tag: DW_TAG_member, name: "pointer", scope: !128, file: !5, baseType: !131, size: 64, align: 64)
!131 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !132, size: 64, align: 64, dwarfAddressSpace: 0)
!132 = !DICompositeType(tag: DW_TAG_structure_type, name: "dyn core::fmt::Write", file: !5, align: 8, elements: !18, identifier: "64328679825f9c73b507edbfd5b86b47")
!133 = !DIDerivedType(tag: DW_TAG_member, name: "vtable", scope: !128, file: !5, baseType: !134, size: 64, align: 64, offset: 64)
!134 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "&[usize; 6]", baseType: !135, size: 64, align: 64, dwarfAddressSpace: 0)
!135 = !DICompositeType(tag: DW_TAG_array_type, baseType: !136, size: 384, align: 64, elements: !137)
!136 = !DIBasicType(name: "usize", size: 64, encoding: DW_ATE_unsigned)
!137 = !{!138}
!138 = !DISubrange(count: 6, lowerBound: 0)
!139 = !DIDerivedType(tag: DW_TAG_member, name: "_lifetime", scope: !86, file: !5, baseType: !140, align: 8, offset: 128, flags: DIFlagPrivate)
!140 = !DICompositeType(tag: DW_TAG_structure_type, name: "PhantomData<&()>", scope: !141, file: !5, align: 8, flags: DIFlagPublic, elements: !18, templateParams: !142, identifier: "efa596960370766459fc018866dc4048")
!141 = !DINamespace(name: "marker", scope: !8)
!142 = !{!143}
!143 = !DITemplateTypeParameter(name: "T", type: !144)
!144 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "&()", baseType: !93, size: 64, align: 64, dwarfAddressSpace: 0)
!145 = !DIDerivedType(tag: DW_TAG_member, name: "Count", scope: !83, file: !5, baseType: !146, size: 128, align: 64, extraData: i64 0)
!146 = !DICompositeType(tag: DW_TAG_structure_type, name: "Count", scope: !81, file: !5, size: 128, align: 64, flags: DIFlagPrivate, elements: !147, templateParams: !18, identifier: "1d9161ed3114ac1c26d36137fc96704d")
!147 = !{!148}
!148 = !DIDerivedType(tag: DW_TAG_member, name: "__0", scope: !146, file: !5, baseType: !125, size: 16, align: 16, offset: 64, flags: DIFlagPrivate)
!149 = !DIDerivedType(tag: DW_TAG_member, scope: !81, file: !5, baseType: !150, size: 64, align: 64, flags: DIFlagArtificial)
!150 = !DIBasicType(name: "u64", size: 64, encoding: DW_ATE_unsigned)
!151 = !{!152}
!152 = !DITemplateTypeParameter(name: "T", type: !77)
!153 = !DIDerivedType(tag: DW_TAG_member, name: "location", scope: !56, file: !5, baseType: !154, size: 64, align: 64, offset: 64, flags: DIFlagPrivate)
!154 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "&core::panic::location::Location", baseType: !155, size: 64, align: 64, dwarfAddressSpace: 0)
!155 = !DICompositeType(tag: DW_TAG_structure_type, name: "Location", scope: !156, file: !5, size: 192, align: 64, flags: DIFlagPublic, elements: !157, templateParams: !18, identifier: "c23b7de1297af8f4a89df3da49f37ee6")
!156 = !DINamespace(name: "location", scope: !58)
!157 = !{!158, !167, !168, !169}
!158 = !DIDerivedType(tag: DW_TAG_member, name: "filename", scope: !155, file: !5, baseType: !159, size: 128, align: 64, flags: DIFlagPrivate)
!159 = !DICompositeType(tag: DW_TAG_structure_type, name: "NonNull<str>", scope: !67, file: !5, size: 128, align: 64, flags: DIFlagPublic, elements: !160, templateParams: !16, identifier: "cc7383b2ce73f6838bfb6ae828fb6ae6")
!160 = !{!161}
!161 = !DIDerivedType(tag: DW_TAG_member, name: "pointer", scope: !159, file: !5, baseType: !162, size: 128, align: 64, flags: DIFlagPrivate)
!162 = !DICompositeType(tag: DW_TAG_structure_type, name: "*const str", file: !5, size: 128, align: 64, elements: !163, templateParams: !18, identifier: "238a44609877474087c05adf26cd41fa")
!163 = !{!164, !166}
!164 = !DIDerivedType(tag: DW_TAG_member, name: "data_ptr", scope: !162, file: !5, baseType: !165, size: 64, align: 64)
!165 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !15, size: 64, align: 64, dwarfAddressSpace: 0)
!166 = !DIDerivedType(tag: DW_TAG_member, name: "length", scope: !162, file: !5, baseType: !136, size: 64, align: 64, offset: 64)
!167 = !DIDerivedType(tag: DW_TAG_member, name: "line", scope: !155, file: !5, baseType: !27, size: 32, align: 32, offset: 128, flags: DIFlagPrivate)
!168 = !DIDerivedType(tag: DW_TAG_member, name: "col", scope: !155, file: !5, baseType: !27, size: 32, align: 32, offset: 160, flags: DIFlagPrivate)
!169 = !DIDerivedType(tag: DW_TAG_member, name: "_filename", scope: !155, file: !5, baseType: !170, align: 8, offset: 192, flags: DIFlagPrivate)
!170 = !DICompositeType(tag: DW_TAG_structure_type, name: "PhantomData<&str>", scope: !141, file: !5, align: 8, flags: DIFlagPublic, elements: !18, templateParams: !171, identifier: "e16ac355808b6aef9fb50b5f125fee05")
!171 = !{!172}
!172 = !DITemplateTypeParameter(name: "T", type: !173)
!173 = !DICompositeType(tag: DW_TAG_structure_type, name: "&str", file: !5, size: 128, align: 64, elements: !174, templateParams: !18, identifier: "9277eecd40495f85161460476aacc992")
!174 = !{!175, !176}
!175 = !DIDerivedType(tag: DW_TAG_member, name: "data_ptr", scope: !173, file: !5, baseType: !165, size: 64, align: 64)
!176 = !DIDerivedType(tag: DW_TAG_member, name: "length", scope: !173, file: !5, baseType: !136, size: 64, align: 64, offset: 64)
!177 = !DIDerivedType(tag: DW_TAG_member, name: "can_unwind", scope: !56, file: !5, baseType: !178, size: 8, align: 8, offset: 128, flags: DIFlagPrivate)
!178 = !DIBasicType(name: "bool", size: 8, encoding: DW_ATE_boolean)
!179 = !DIDerivedType(tag: DW_TAG_member, name: "force_no_backtrace", scope: !56, file: !5, baseType: !178, size: 8, align: 8, offset: 136, flags: DIFlagPrivate)
!180 = !{!181}
!181 = !DILocalVariable(arg: 1, scope: !52, file: !3, line: 40, type: !55)
!182 = !DILocation(line: 40, column: 10, scope: !52)
!183 = !DILocation(line: 41, column: 5, scope: !52)
!184 = distinct !DISubprogram(name: "load", linkageName: "_ZN4core4sync6atomic10AtomicBool4load17hdb427c9fd706fa14E", scope: !4, file: !185, line: 726, type: !186, scopeLine: 726, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !36, templateParams: !18, declaration: !189, retainedNodes: !190)
!185 = !DIFile(filename: "library/core/src/sync/atomic.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "efd884d336fd52cdd46abf1cb836765b")
!186 = !DISubroutineType(types: !187)
!187 = !{!178, !188, !44}
!188 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "&core::sync::atomic::AtomicBool", baseType: !4, size: 64, align: 64, dwarfAddressSpace: 0)
!189 = !DISubprogram(name: "load", linkageName: "_ZN4core4sync6atomic10AtomicBool4load17hdb427c9fd706fa14E", scope: !4, file: !185, line: 726, type: !186, scopeLine: 726, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit, templateParams: !18)
!190 = !{!191, !192}
!191 = !DILocalVariable(name: "self", arg: 1, scope: !184, file: !185, line: 726, type: !188)
!192 = !DILocalVariable(name: "order", arg: 2, scope: !184, file: !185, line: 726, type: !44)
!193 = !DILocation(line: 726, column: 17, scope: !184)
!194 = !DILocation(line: 726, column: 24, scope: !184)
!195 = !DILocalVariable(name: "self", arg: 1, scope: !196, file: !197, line: 2443, type: !201)
!196 = distinct !DISubprogram(name: "get<u8>", linkageName: "_ZN4core4cell19UnsafeCell$LT$T$GT$3get17h652744ecb305d367E", scope: !11, file: !197, line: 2443, type: !198, scopeLine: 2443, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !36, templateParams: !16, declaration: !202, retainedNodes: !203)
!197 = !DIFile(filename: "library/core/src/cell.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "96404e804c6faf0fea9fa631bcb8d1d2")
!198 = !DISubroutineType(types: !199)
!199 = !{!200, !201}
!200 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "*mut u8", baseType: !15, size: 64, align: 64, dwarfAddressSpace: 0)
!201 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "&core::cell::UnsafeCell<u8>", baseType: !11, size: 64, align: 64, dwarfAddressSpace: 0)
!202 = !DISubprogram(name: "get<u8>", linkageName: "_ZN4core4cell19UnsafeCell$LT$T$GT$3get17h652744ecb305d367E", scope: !11, file: !197, line: 2443, type: !198, scopeLine: 2443, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit, templateParams: !16)
!203 = !{!195}
!204 = !DILocation(line: 2443, column: 22, scope: !196, inlinedAt: !205)
!205 = !DILocation(line: 729, column: 37, scope: !184)
!206 = !DILocation(line: 729, column: 18, scope: !184)
!207 = !DILocation(line: 730, column: 6, scope: !184)
!208 = distinct !DISubprogram(name: "store", linkageName: "_ZN4core4sync6atomic10AtomicBool5store17h307066e23bd8483aE", scope: !4, file: !185, line: 755, type: !209, scopeLine: 755, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !36, templateParams: !18, declaration: !211, retainedNodes: !212)
!209 = !DISubroutineType(types: !210)
!210 = !{null, !188, !178, !44}
!211 = !DISubprogram(name: "store", linkageName: "_ZN4core4sync6atomic10AtomicBool5store17h307066e23bd8483aE", scope: !4, file: !185, line: 755, type: !209, scopeLine: 755, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit, templateParams: !18)
!212 = !{!213, !214, !215}
!213 = !DILocalVariable(name: "self", arg: 1, scope: !208, file: !185, line: 755, type: !188)
!214 = !DILocalVariable(name: "val", arg: 2, scope: !208, file: !185, line: 755, type: !178)
!215 = !DILocalVariable(name: "order", arg: 3, scope: !208, file: !185, line: 755, type: !44)
!216 = !DILocation(line: 755, column: 18, scope: !208)
!217 = !DILocation(line: 755, column: 25, scope: !208)
!218 = !DILocation(line: 755, column: 36, scope: !208)
!219 = !DILocalVariable(name: "self", arg: 1, scope: !220, file: !197, line: 2443, type: !201)
!220 = distinct !DISubprogram(name: "get<u8>", linkageName: "_ZN4core4cell19UnsafeCell$LT$T$GT$3get17h652744ecb305d367E", scope: !11, file: !197, line: 2443, type: !198, scopeLine: 2443, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !36, templateParams: !16, declaration: !202, retainedNodes: !221)
!221 = !{!219}
!222 = !DILocation(line: 2443, column: 22, scope: !220, inlinedAt: !223)
!223 = !DILocation(line: 759, column: 33, scope: !208)
!224 = !DILocation(line: 759, column: 40, scope: !208)
!225 = !DILocation(line: 759, column: 13, scope: !208)
!226 = !DILocation(line: 761, column: 6, scope: !208)
!227 = distinct !DISubprogram(name: "atomic_load<u8>", linkageName: "_ZN4core4sync6atomic11atomic_load17h72bb41b3668104cfE", scope: !6, file: !185, line: 3886, type: !228, scopeLine: 3886, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !36, templateParams: !16, retainedNodes: !230)
!228 = !DISubroutineType(types: !229)
!229 = !{!15, !71, !44}
!230 = !{!231, !232}
!231 = !DILocalVariable(name: "dst", arg: 1, scope: !227, file: !185, line: 3886, type: !71)
!232 = !DILocalVariable(name: "order", arg: 2, scope: !227, file: !185, line: 3886, type: !44)
!233 = !DILocation(line: 3886, column: 32, scope: !227)
!234 = !DILocation(line: 3886, column: 47, scope: !227)
!235 = !DILocation(line: 3889, column: 15, scope: !227)
!236 = !DILocation(line: 3889, column: 9, scope: !227)
!237 = !DILocation(line: 3890, column: 24, scope: !227)
!238 = !DILocation(line: 3893, column: 24, scope: !227)
!239 = !DILocalVariable(name: "s", arg: 1, scope: !240, file: !241, line: 815, type: !173)
!240 = distinct !DISubprogram(name: "from_str", linkageName: "_ZN4core3fmt9Arguments8from_str17hd9aca8a7c235d5d3E", scope: !62, file: !241, line: 815, type: !242, scopeLine: 815, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !36, templateParams: !18, declaration: !244, retainedNodes: !245)
!241 = !DIFile(filename: "library/core/src/fmt/mod.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "66c54229528687a22c80807f245fa4df")
!242 = !DISubroutineType(types: !243)
!243 = !{!62, !173}
!244 = !DISubprogram(name: "from_str", linkageName: "_ZN4core3fmt9Arguments8from_str17hd9aca8a7c235d5d3E", scope: !62, file: !241, line: 815, type: !242, scopeLine: 815, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit, templateParams: !18)
!245 = !{!239}
!246 = !DILocation(line: 815, column: 27, scope: !240, inlinedAt: !238)
!247 = !DILocalVariable(name: "self", arg: 1, scope: !248, file: !249, line: 578, type: !173)
!248 = distinct !DISubprogram(name: "as_ptr", linkageName: "_RNvMNtCsgEmfK2I1SDS_4core3stre6as_ptr", scope: !250, file: !249, line: 578, type: !252, scopeLine: 578, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !36, templateParams: !18, retainedNodes: !254)
!249 = !DIFile(filename: "library/core/src/str/mod.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "b67baab1b9aefdbe1feb84767953c83d")
!250 = !DINamespace(name: "{impl#0}", scope: !251)
!251 = !DINamespace(name: "str", scope: !8)
!252 = !DISubroutineType(types: !253)
!253 = !{!71, !173}
!254 = !{!247}
!255 = !DILocation(line: 578, column: 25, scope: !248, inlinedAt: !256)
!256 = !DILocation(line: 819, column: 44, scope: !257, inlinedAt: !238)
!257 = !DILexicalBlockFile(scope: !240, file: !241, discriminator: 2)
!258 = !DILocalVariable(name: "self", arg: 1, scope: !259, file: !249, line: 157, type: !173)
!259 = distinct !DISubprogram(name: "len", linkageName: "_ZN4core3str21_$LT$impl$u20$str$GT$3len17he55f1ac0b5b58117E", scope: !250, file: !249, line: 157, type: !260, scopeLine: 157, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !36, templateParams: !18, retainedNodes: !262)
!260 = !DISubroutineType(types: !261)
!261 = !{!136, !173}
!262 = !{!258}
!263 = !DILocation(line: 157, column: 22, scope: !259, inlinedAt: !264)
!264 = !DILocation(line: 820, column: 40, scope: !257, inlinedAt: !238)
!265 = !DILocalVariable(name: "self", arg: 1, scope: !266, file: !249, line: 502, type: !173)
!266 = distinct !DISubprogram(name: "as_bytes", linkageName: "_RNvMNtCsgEmfK2I1SDS_4core3stre8as_bytes", scope: !250, file: !249, line: 502, type: !267, scopeLine: 502, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !36, templateParams: !18, retainedNodes: !273)
!267 = !DISubroutineType(types: !268)
!268 = !{!269, !173}
!269 = !DICompositeType(tag: DW_TAG_structure_type, name: "&[u8]", file: !5, size: 128, align: 64, elements: !270, templateParams: !18, identifier: "31681e0c10b314f1f33e38b2779acbb4")
!270 = !{!271, !272}
!271 = !DIDerivedType(tag: DW_TAG_member, name: "data_ptr", scope: !269, file: !5, baseType: !165, size: 64, align: 64)
!272 = !DIDerivedType(tag: DW_TAG_member, name: "length", scope: !269, file: !5, baseType: !136, size: 64, align: 64, offset: 64)
!273 = !{!265}
!274 = !DILocation(line: 502, column: 27, scope: !266, inlinedAt: !275)
!275 = !DILocation(line: 158, column: 14, scope: !276, inlinedAt: !264)
!276 = !DILexicalBlockFile(scope: !259, file: !249, discriminator: 2)
!277 = !DILocation(line: 3891, column: 24, scope: !227)
!278 = !DILocation(line: 3894, column: 23, scope: !227)
!279 = !DILocation(line: 815, column: 27, scope: !240, inlinedAt: !278)
!280 = !DILocation(line: 578, column: 25, scope: !248, inlinedAt: !281)
!281 = !DILocation(line: 819, column: 44, scope: !240, inlinedAt: !278)
!282 = !DILocation(line: 157, column: 22, scope: !259, inlinedAt: !283)
!283 = !DILocation(line: 820, column: 40, scope: !240, inlinedAt: !278)
!284 = !DILocation(line: 502, column: 27, scope: !266, inlinedAt: !285)
!285 = !DILocation(line: 158, column: 14, scope: !259, inlinedAt: !283)
!286 = !DILocation(line: 3892, column: 23, scope: !227)
!287 = !DILocation(line: 3897, column: 2, scope: !227)
!288 = distinct !DISubprogram(name: "atomic_load<u32>", linkageName: "_ZN4core4sync6atomic11atomic_load17h758bc3e836cb213bE", scope: !6, file: !185, line: 3886, type: !289, scopeLine: 3886, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !36, templateParams: !28, retainedNodes: !292)
!289 = !DISubroutineType(types: !290)
!290 = !{!27, !291, !44}
!291 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "*const u32", baseType: !27, size: 64, align: 64, dwarfAddressSpace: 0)
!292 = !{!293, !294}
!293 = !DILocalVariable(name: "dst", arg: 1, scope: !288, file: !185, line: 3886, type: !291)
!294 = !DILocalVariable(name: "order", arg: 2, scope: !288, file: !185, line: 3886, type: !44)
!295 = !DILocation(line: 3886, column: 32, scope: !288)
!296 = !DILocation(line: 3886, column: 47, scope: !288)
!297 = !DILocation(line: 3889, column: 15, scope: !288)
!298 = !DILocation(line: 3889, column: 9, scope: !288)
!299 = !DILocation(line: 3890, column: 24, scope: !288)
!300 = !DILocation(line: 3893, column: 24, scope: !288)
!301 = !DILocalVariable(name: "s", arg: 1, scope: !302, file: !241, line: 815, type: !173)
!302 = distinct !DISubprogram(name: "from_str", linkageName: "_ZN4core3fmt9Arguments8from_str17hd9aca8a7c235d5d3E", scope: !62, file: !241, line: 815, type: !242, scopeLine: 815, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !36, templateParams: !18, declaration: !244, retainedNodes: !303)
!303 = !{!301}
!304 = !DILocation(line: 815, column: 27, scope: !302, inlinedAt: !300)
!305 = !DILocalVariable(name: "self", arg: 1, scope: !306, file: !249, line: 578, type: !173)
!306 = distinct !DISubprogram(name: "as_ptr", linkageName: "_RNvMNtCsgEmfK2I1SDS_4core3stre6as_ptr", scope: !250, file: !249, line: 578, type: !252, scopeLine: 578, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !36, templateParams: !18, retainedNodes: !307)
!307 = !{!305}
!308 = !DILocation(line: 578, column: 25, scope: !306, inlinedAt: !309)
!309 = !DILocation(line: 819, column: 44, scope: !310, inlinedAt: !300)
!310 = !DILexicalBlockFile(scope: !302, file: !241, discriminator: 2)
!311 = !DILocalVariable(name: "self", arg: 1, scope: !312, file: !249, line: 157, type: !173)
!312 = distinct !DISubprogram(name: "len", linkageName: "_ZN4core3str21_$LT$impl$u20$str$GT$3len17he55f1ac0b5b58117E", scope: !250, file: !249, line: 157, type: !260, scopeLine: 157, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !36, templateParams: !18, retainedNodes: !313)
!313 = !{!311}
!314 = !DILocation(line: 157, column: 22, scope: !312, inlinedAt: !315)
!315 = !DILocation(line: 820, column: 40, scope: !310, inlinedAt: !300)
!316 = !DILocalVariable(name: "self", arg: 1, scope: !317, file: !249, line: 502, type: !173)
!317 = distinct !DISubprogram(name: "as_bytes", linkageName: "_RNvMNtCsgEmfK2I1SDS_4core3stre8as_bytes", scope: !250, file: !249, line: 502, type: !267, scopeLine: 502, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !36, templateParams: !18, retainedNodes: !318)
!318 = !{!316}
!319 = !DILocation(line: 502, column: 27, scope: !317, inlinedAt: !320)
!320 = !DILocation(line: 158, column: 14, scope: !321, inlinedAt: !315)
!321 = !DILexicalBlockFile(scope: !312, file: !249, discriminator: 2)
!322 = !DILocation(line: 3891, column: 24, scope: !288)
!323 = !DILocation(line: 3894, column: 23, scope: !288)
!324 = !DILocation(line: 815, column: 27, scope: !302, inlinedAt: !323)
!325 = !DILocation(line: 578, column: 25, scope: !306, inlinedAt: !326)
!326 = !DILocation(line: 819, column: 44, scope: !302, inlinedAt: !323)
!327 = !DILocation(line: 157, column: 22, scope: !312, inlinedAt: !328)
!328 = !DILocation(line: 820, column: 40, scope: !302, inlinedAt: !323)
!329 = !DILocation(line: 502, column: 27, scope: !317, inlinedAt: !330)
!330 = !DILocation(line: 158, column: 14, scope: !312, inlinedAt: !328)
!331 = !DILocation(line: 3892, column: 23, scope: !288)
!332 = !DILocation(line: 3897, column: 2, scope: !288)
!333 = distinct !DISubprogram(name: "atomic_store<u32>", linkageName: "_ZN4core4sync6atomic12atomic_store17h7644a7c69ebdf8e4E", scope: !6, file: !185, line: 3871, type: !334, scopeLine: 3871, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !36, templateParams: !28, retainedNodes: !337)
!334 = !DISubroutineType(types: !335)
!335 = !{null, !336, !27, !44}
!336 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "*mut u32", baseType: !27, size: 64, align: 64, dwarfAddressSpace: 0)
!337 = !{!338, !339, !340}
!338 = !DILocalVariable(name: "dst", arg: 1, scope: !333, file: !185, line: 3871, type: !336)
!339 = !DILocalVariable(name: "val", arg: 2, scope: !333, file: !185, line: 3871, type: !27)
!340 = !DILocalVariable(name: "order", arg: 3, scope: !333, file: !185, line: 3871, type: !44)
!341 = !DILocation(line: 3871, column: 33, scope: !333)
!342 = !DILocation(line: 3871, column: 46, scope: !333)
!343 = !DILocation(line: 3871, column: 54, scope: !333)
!344 = !DILocation(line: 3874, column: 15, scope: !333)
!345 = !DILocation(line: 3874, column: 9, scope: !333)
!346 = !DILocation(line: 3875, column: 24, scope: !333)
!347 = !DILocation(line: 3876, column: 24, scope: !333)
!348 = !DILocation(line: 3878, column: 24, scope: !333)
!349 = !DILocalVariable(name: "s", arg: 1, scope: !350, file: !241, line: 815, type: !173)
!350 = distinct !DISubprogram(name: "from_str", linkageName: "_ZN4core3fmt9Arguments8from_str17hd9aca8a7c235d5d3E", scope: !62, file: !241, line: 815, type: !242, scopeLine: 815, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !36, templateParams: !18, declaration: !244, retainedNodes: !351)
!351 = !{!349}
!352 = !DILocation(line: 815, column: 27, scope: !350, inlinedAt: !348)
!353 = !DILocalVariable(name: "self", arg: 1, scope: !354, file: !249, line: 578, type: !173)
!354 = distinct !DISubprogram(name: "as_ptr", linkageName: "_RNvMNtCsgEmfK2I1SDS_4core3stre6as_ptr", scope: !250, file: !249, line: 578, type: !252, scopeLine: 578, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !36, templateParams: !18, retainedNodes: !355)
!355 = !{!353}
!356 = !DILocation(line: 578, column: 25, scope: !354, inlinedAt: !357)
!357 = !DILocation(line: 819, column: 44, scope: !358, inlinedAt: !348)
!358 = !DILexicalBlockFile(scope: !350, file: !241, discriminator: 2)
!359 = !DILocalVariable(name: "self", arg: 1, scope: !360, file: !249, line: 157, type: !173)
!360 = distinct !DISubprogram(name: "len", linkageName: "_ZN4core3str21_$LT$impl$u20$str$GT$3len17he55f1ac0b5b58117E", scope: !250, file: !249, line: 157, type: !260, scopeLine: 157, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !36, templateParams: !18, retainedNodes: !361)
!361 = !{!359}
!362 = !DILocation(line: 157, column: 22, scope: !360, inlinedAt: !363)
!363 = !DILocation(line: 820, column: 40, scope: !358, inlinedAt: !348)
!364 = !DILocalVariable(name: "self", arg: 1, scope: !365, file: !249, line: 502, type: !173)
!365 = distinct !DISubprogram(name: "as_bytes", linkageName: "_RNvMNtCsgEmfK2I1SDS_4core3stre8as_bytes", scope: !250, file: !249, line: 502, type: !267, scopeLine: 502, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !36, templateParams: !18, retainedNodes: !366)
!366 = !{!364}
!367 = !DILocation(line: 502, column: 27, scope: !365, inlinedAt: !368)
!368 = !DILocation(line: 158, column: 14, scope: !369, inlinedAt: !363)
!369 = !DILexicalBlockFile(scope: !360, file: !249, discriminator: 2)
!370 = !DILocation(line: 3879, column: 23, scope: !333)
!371 = !DILocation(line: 815, column: 27, scope: !350, inlinedAt: !370)
!372 = !DILocation(line: 578, column: 25, scope: !354, inlinedAt: !373)
!373 = !DILocation(line: 819, column: 44, scope: !350, inlinedAt: !370)
!374 = !DILocation(line: 157, column: 22, scope: !360, inlinedAt: !375)
!375 = !DILocation(line: 820, column: 40, scope: !350, inlinedAt: !370)
!376 = !DILocation(line: 502, column: 27, scope: !365, inlinedAt: !377)
!377 = !DILocation(line: 158, column: 14, scope: !360, inlinedAt: !375)
!378 = !DILocation(line: 3877, column: 23, scope: !333)
!379 = !DILocation(line: 3882, column: 2, scope: !333)
!380 = distinct !DISubprogram(name: "atomic_store<u8>", linkageName: "_ZN4core4sync6atomic12atomic_store17h83c75214b4ab1db4E", scope: !6, file: !185, line: 3871, type: !381, scopeLine: 3871, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !36, templateParams: !16, retainedNodes: !383)
!381 = !DISubroutineType(types: !382)
!382 = !{null, !200, !15, !44}
!383 = !{!384, !385, !386}
!384 = !DILocalVariable(name: "dst", arg: 1, scope: !380, file: !185, line: 3871, type: !200)
!385 = !DILocalVariable(name: "val", arg: 2, scope: !380, file: !185, line: 3871, type: !15)
!386 = !DILocalVariable(name: "order", arg: 3, scope: !380, file: !185, line: 3871, type: !44)
!387 = !DILocation(line: 3871, column: 33, scope: !380)
!388 = !DILocation(line: 3871, column: 46, scope: !380)
!389 = !DILocation(line: 3871, column: 54, scope: !380)
!390 = !DILocation(line: 3874, column: 15, scope: !380)
!391 = !DILocation(line: 3874, column: 9, scope: !380)
!392 = !DILocation(line: 3875, column: 24, scope: !380)
!393 = !DILocation(line: 3876, column: 24, scope: !380)
!394 = !DILocation(line: 3878, column: 24, scope: !380)
!395 = !DILocalVariable(name: "s", arg: 1, scope: !396, file: !241, line: 815, type: !173)
!396 = distinct !DISubprogram(name: "from_str", linkageName: "_ZN4core3fmt9Arguments8from_str17hd9aca8a7c235d5d3E", scope: !62, file: !241, line: 815, type: !242, scopeLine: 815, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !36, templateParams: !18, declaration: !244, retainedNodes: !397)
!397 = !{!395}
!398 = !DILocation(line: 815, column: 27, scope: !396, inlinedAt: !394)
!399 = !DILocalVariable(name: "self", arg: 1, scope: !400, file: !249, line: 578, type: !173)
!400 = distinct !DISubprogram(name: "as_ptr", linkageName: "_RNvMNtCsgEmfK2I1SDS_4core3stre6as_ptr", scope: !250, file: !249, line: 578, type: !252, scopeLine: 578, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !36, templateParams: !18, retainedNodes: !401)
!401 = !{!399}
!402 = !DILocation(line: 578, column: 25, scope: !400, inlinedAt: !403)
!403 = !DILocation(line: 819, column: 44, scope: !404, inlinedAt: !394)
!404 = !DILexicalBlockFile(scope: !396, file: !241, discriminator: 2)
!405 = !DILocalVariable(name: "self", arg: 1, scope: !406, file: !249, line: 157, type: !173)
!406 = distinct !DISubprogram(name: "len", linkageName: "_ZN4core3str21_$LT$impl$u20$str$GT$3len17he55f1ac0b5b58117E", scope: !250, file: !249, line: 157, type: !260, scopeLine: 157, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !36, templateParams: !18, retainedNodes: !407)
!407 = !{!405}
!408 = !DILocation(line: 157, column: 22, scope: !406, inlinedAt: !409)
!409 = !DILocation(line: 820, column: 40, scope: !404, inlinedAt: !394)
!410 = !DILocalVariable(name: "self", arg: 1, scope: !411, file: !249, line: 502, type: !173)
!411 = distinct !DISubprogram(name: "as_bytes", linkageName: "_RNvMNtCsgEmfK2I1SDS_4core3stre8as_bytes", scope: !250, file: !249, line: 502, type: !267, scopeLine: 502, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !36, templateParams: !18, retainedNodes: !412)
!412 = !{!410}
!413 = !DILocation(line: 502, column: 27, scope: !411, inlinedAt: !414)
!414 = !DILocation(line: 158, column: 14, scope: !415, inlinedAt: !409)
!415 = !DILexicalBlockFile(scope: !406, file: !249, discriminator: 2)
!416 = !DILocation(line: 3879, column: 23, scope: !380)
!417 = !DILocation(line: 815, column: 27, scope: !396, inlinedAt: !416)
!418 = !DILocation(line: 578, column: 25, scope: !400, inlinedAt: !419)
!419 = !DILocation(line: 819, column: 44, scope: !396, inlinedAt: !416)
!420 = !DILocation(line: 157, column: 22, scope: !406, inlinedAt: !421)
!421 = !DILocation(line: 820, column: 40, scope: !396, inlinedAt: !416)
!422 = !DILocation(line: 502, column: 27, scope: !411, inlinedAt: !423)
!423 = !DILocation(line: 158, column: 14, scope: !406, inlinedAt: !421)
!424 = !DILocation(line: 3877, column: 23, scope: !380)
!425 = !DILocation(line: 3882, column: 2, scope: !380)
!426 = distinct !DISubprogram(name: "load", linkageName: "_ZN4core4sync6atomic9AtomicU324load17h7c5ee77da07d5317E", scope: !21, file: !185, line: 2842, type: !427, scopeLine: 2842, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !36, templateParams: !18, declaration: !430, retainedNodes: !431)
!427 = !DISubroutineType(types: !428)
!428 = !{!27, !429, !44}
!429 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "&core::sync::atomic::AtomicU32", baseType: !21, size: 64, align: 64, dwarfAddressSpace: 0)
!430 = !DISubprogram(name: "load", linkageName: "_ZN4core4sync6atomic9AtomicU324load17h7c5ee77da07d5317E", scope: !21, file: !185, line: 2842, type: !427, scopeLine: 2842, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit, templateParams: !18)
!431 = !{!432, !433}
!432 = !DILocalVariable(name: "self", arg: 1, scope: !426, file: !185, line: 2842, type: !429)
!433 = !DILocalVariable(name: "order", arg: 2, scope: !426, file: !185, line: 2842, type: !44)
!434 = !DILocation(line: 2842, column: 25, scope: !426)
!435 = !DILocation(line: 2842, column: 32, scope: !426)
!436 = !DILocalVariable(name: "self", arg: 1, scope: !437, file: !197, line: 2443, type: !440)
!437 = distinct !DISubprogram(name: "get<u32>", linkageName: "_ZN4core4cell19UnsafeCell$LT$T$GT$3get17h72dc90453bfa9556E", scope: !24, file: !197, line: 2443, type: !438, scopeLine: 2443, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !36, templateParams: !28, declaration: !441, retainedNodes: !442)
!438 = !DISubroutineType(types: !439)
!439 = !{!336, !440}
!440 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "&core::cell::UnsafeCell<u32>", baseType: !24, size: 64, align: 64, dwarfAddressSpace: 0)
!441 = !DISubprogram(name: "get<u32>", linkageName: "_ZN4core4cell19UnsafeCell$LT$T$GT$3get17h72dc90453bfa9556E", scope: !24, file: !197, line: 2443, type: !438, scopeLine: 2443, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit, templateParams: !28)
!442 = !{!436}
!443 = !DILocation(line: 2443, column: 22, scope: !437, inlinedAt: !444)
!444 = !DILocation(line: 2844, column: 45, scope: !426)
!445 = !DILocation(line: 2844, column: 26, scope: !426)
!446 = !DILocation(line: 2845, column: 14, scope: !426)
!447 = distinct !DISubprogram(name: "store", linkageName: "_ZN4core4sync6atomic9AtomicU325store17hd0fa786447c592e7E", scope: !21, file: !185, line: 2870, type: !448, scopeLine: 2870, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !36, templateParams: !18, declaration: !450, retainedNodes: !451)
!448 = !DISubroutineType(types: !449)
!449 = !{null, !429, !27, !44}
!450 = !DISubprogram(name: "store", linkageName: "_ZN4core4sync6atomic9AtomicU325store17hd0fa786447c592e7E", scope: !21, file: !185, line: 2870, type: !448, scopeLine: 2870, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit, templateParams: !18)
!451 = !{!452, !453, !454}
!452 = !DILocalVariable(name: "self", arg: 1, scope: !447, file: !185, line: 2870, type: !429)
!453 = !DILocalVariable(name: "val", arg: 2, scope: !447, file: !185, line: 2870, type: !27)
!454 = !DILocalVariable(name: "order", arg: 3, scope: !447, file: !185, line: 2870, type: !44)
!455 = !DILocation(line: 2870, column: 26, scope: !447)
!456 = !DILocation(line: 2870, column: 33, scope: !447)
!457 = !DILocation(line: 2870, column: 49, scope: !447)
!458 = !DILocalVariable(name: "self", arg: 1, scope: !459, file: !197, line: 2443, type: !440)
!459 = distinct !DISubprogram(name: "get<u32>", linkageName: "_ZN4core4cell19UnsafeCell$LT$T$GT$3get17h72dc90453bfa9556E", scope: !24, file: !197, line: 2443, type: !438, scopeLine: 2443, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !36, templateParams: !28, declaration: !441, retainedNodes: !460)
!460 = !{!458}
!461 = !DILocation(line: 2443, column: 22, scope: !459, inlinedAt: !462)
!462 = !DILocation(line: 2872, column: 46, scope: !447)
!463 = !DILocation(line: 2872, column: 26, scope: !447)
!464 = !DILocation(line: 2873, column: 14, scope: !447)
!465 = distinct !DISubprogram(name: "sender", linkageName: "_ZN7message6sender17h3be535bc609fbbbdE", scope: !2, file: !3, line: 22, type: !466, scopeLine: 22, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !36, templateParams: !18, retainedNodes: !469)
!466 = !DISubroutineType(types: !467)
!467 = !{!468, !468}
!468 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "*mut core::ffi::c_void", baseType: !39, size: 64, align: 64, dwarfAddressSpace: 0)
!469 = !{!470}
!470 = !DILocalVariable(arg: 1, scope: !465, file: !3, line: 22, type: !468)
!471 = !DILocation(line: 22, column: 22, scope: !465)
!472 = !DILocation(line: 23, column: 13, scope: !465)
!473 = !DILocation(line: 24, column: 10, scope: !465)
!474 = !DILocation(line: 26, column: 2, scope: !465)
!475 = distinct !DISubprogram(name: "main", scope: !2, file: !3, line: 29, type: !476, scopeLine: 29, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !36, templateParams: !18, retainedNodes: !479)
!476 = !DISubroutineType(types: !477)
!477 = !{!478}
!478 = !DIBasicType(name: "i32", size: 32, encoding: DW_ATE_signed)
!479 = !{!480}
!480 = !DILocalVariable(name: "thread", scope: !481, file: !3, line: 30, type: !136, align: 64)
!481 = distinct !DILexicalBlock(scope: !475, file: !3, line: 30, column: 5)
!482 = !DILocation(line: 30, column: 9, scope: !481)
!483 = !DILocation(line: 30, column: 22, scope: !475)
!484 = !DILocation(line: 31, column: 14, scope: !481)
!485 = !DILocation(line: 32, column: 13, scope: !481)
!486 = !DILocation(line: 32, column: 8, scope: !481)
!487 = !DILocation(line: 35, column: 27, scope: !481)
!488 = !DILocation(line: 35, column: 14, scope: !481)
!489 = !DILocation(line: 37, column: 2, scope: !475)
!490 = !DILocation(line: 33, column: 25, scope: !481)
!491 = !DILocation(line: 33, column: 17, scope: !481)
!492 = !DILocation(line: 33, column: 9, scope: !481)
