#include <cstdio>
#include <exception>
#include <new>
#include <typeinfo>
struct D { const char *n; D(const char *n) : n(n) { printf("+%s ", n); } ~D() { printf("-%s ", n); } };
struct A { virtual ~A() {} int a = 1; };
struct B { virtual ~B() {} int b = 2; };
struct C : A, B { int c = 3; };
struct V1 : virtual A {}; struct V2 : virtual A {}; struct VV : V1, V2 {};
struct P : private A {};
struct E : std::exception { const char *what() const noexcept override { return "E!"; } };
void f(int i) {
  D d("f");
  switch (i) {
  case 0: throw 1;
  case 1: throw 2.5;
  case 2: throw "text";
  case 3: throw C();
  case 4: throw VV();
  case 5: throw P();
  case 6: throw E();
  case 7: { static C c; throw &c; }
  case 8: throw nullptr;
  case 9: throw 7u;
  case 10: throw std::bad_alloc();
  case 11: { int *p = nullptr; throw p; }
  }
}
void g(int i) { D d("g"); try { f(i); } catch (double x) { printf("double %g ", x); throw; } catch (P &) { printf("P "); } }
int h(int i) {
  try { D d("h"); g(i); printf("none "); return 0; }
  catch (int x) { printf("int %d ", x); return x; }
  catch (const char *s) { printf("str %s ", s); }
  catch (B &b) { printf("B %d ", b.b); }
  catch (A &a) { printf("A %d ", a.a); }
  catch (const B *b) { printf("B* %d ", b ? b->b : -1); }
  catch (const std::exception &e) { printf("std %s ", e.what()); }
  catch (const void *p) { printf("void* %d ", p != nullptr); }
  catch (...) { printf("... "); }
  return -1;
}
struct T { D a, b; T(bool t) : a("Ta"), b("Tb") { if (t) throw 5; } ~T() { printf("~T "); } };
void nest() {
  try { try { throw 1; } catch (int) { try { throw 2; } catch (int x) { printf("in %d ", x); throw; } } }
  catch (int x) { printf("out %d ", x); }
}
void fn() try { throw 3; } catch (int x) { printf("fn %d ", x); }
struct U { ~U() { try { throw 9; } catch (int x) { printf("dtor %d unc %d ", x, std::uncaught_exceptions()); } } };
std::exception_ptr save() { try { throw E(); } catch (...) { return std::current_exception(); } }
int main() {
  for (int i = 0; i <= 12; i++) { printf("%d: ", i); int r = h(i); printf("= %d\n", r); }
  try { T t(true); } catch (int x) { printf("ctor %d\n", x); }
  try { new T(true); } catch (int x) { printf("new %d\n", x); }
  nest(); printf("\n"); fn(); printf("\n");
  try { U u; throw 4; } catch (int x) { printf("u %d %d\n", x, std::uncaught_exceptions()); }
  auto p = save(); auto q = p;
  try { std::rethrow_exception(p); } catch (std::exception &e) { printf("re %s\n", e.what()); }
  p = nullptr;
  try { std::rethrow_exception(q); } catch (E &e) { printf("re %s\n", e.what()); }
  auto m = std::make_exception_ptr(42);
  try { std::rethrow_exception(m); } catch (int x) { printf("made %d\n", x); }
  A *a = new C; B *b = dynamic_cast<B *>(a); printf("%d %d\n", b->b, dynamic_cast<VV *>(a) == nullptr);
  try { dynamic_cast<VV &>(*a); } catch (std::bad_cast &e) { printf("%s\n", e.what()); }
  VV vv; A *va = &vv; printf("%d\n", dynamic_cast<V2 *>(va) == static_cast<V2 *>(&vv));
  printf("%s %d\n", typeid(*a).name(), typeid(*b) == typeid(C));
  for (int i = 0; i < 3; i++) try { if (i == 1) continue; D d("loop"); if (i == 2) throw i; } catch (int x) { printf("l%d\n", x); break; }
  delete a;
}
