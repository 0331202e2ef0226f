import type { Random } from '../random.js';

type Snippet = (random: Random, prefix: string) => string;

const lifetimes: readonly Snippet[] = [
  (c) => `Told a(${c.below(9)}); Told b = a; Told d = std::move(a); b = d; a = std::move(b); tell(a.n);`,
  (c) =>
    `for (int i = 0; i < ${1 + c.below(4)}; i++) { Told t(i); if (i == ${c.below(3)}) continue; if (i == ${c.below(4)}) break; tell(t.n); }`,
  (c) => `auto f = [](int i) -> int { Told t(i); if (i > ${c.below(5)}) return t.n; Told u(i + 1); return u.n * 2; };
    tell(f(${c.below(9)}));`,
  (c) => `const Told &r = Told(${c.below(9)}); tell(r.n); tell(Told(3) < r);`,
  (c) => `std::optional<Told> o; tell(o.has_value()); o.emplace(${c.below(9)}); o = Told(2); tell(o->n); o.reset();`,
  (c) =>
    `auto u = std::make_unique<Told>(${c.below(9)}); auto v = std::move(u); tell(u == nullptr); v.reset(new Told(5));`,
  (c) =>
    `Told *t = new Told[${1 + c.below(3)}]{${c.pick(['Told(1)', 'Told(2)'])}}; tell(t[0].n); delete[] t;`.replace(
      /new Told\[\d\]\{(.*?)\};/,
      'new Told[1]{$1};',
    ),
  (c) =>
    `alignas(Told) unsigned char room[sizeof(Told)]; Told *t = new (room) Told(${c.below(9)}); tell(t->n); t->~Told();`,
  (
    c,
  ) => `auto s = std::make_shared<Told>(${c.below(9)}); std::weak_ptr<Told> w = s; { auto t = s; tell(t.use_count()); }
    tell(w.expired()); s.reset(); tell(w.expired());`,
  (c) => `static Told kept(${c.below(9)}); kept.n++; tell(kept.n);`,
  (c) => `std::pair<Told, int> p(Told(${c.below(9)}), 3); auto [x, y] = std::move(p); tell(x.n + y);`,
  (c) => `std::tuple<Told, int64_t> t(Told(${c.below(9)}), 4); tell(std::get<0>(t).n + std::get<1>(t));`,
  (c) =>
    `std::variant<int64_t, Told> v = int64_t(${c.below(9)}); tell(v.index()); v.emplace<Told>(6); tell(std::get_if<Told>(&v)->n); v = int64_t(1);`,
];

const containers: readonly Snippet[] = [
  (c) => `std::vector<Told> v; v.reserve(4); for (int i = 0; i < ${1 + c.below(4)}; i++) v.emplace_back(i * 3 % 5);
    std::sort(v.begin(), v.end()); for (auto &t : v) tell(t.n); v.erase(v.begin());`,
  (c) => `std::vector<int64_t> v(${1 + c.below(9)}); std::iota(v.begin(), v.end(), ${c.below(9)}); v.push_back(4);
    tell(std::accumulate(v.begin(), v.end(), int64_t(0))); std::reverse(v.begin(), v.end()); tell(v.front()); tell(v.size());`,
  (c) => `std::map<int64_t, int64_t> m; for (int64_t i = 0; i < ${2 + c.below(6)}; i++) m[i * 7 % 5] += i;
    for (auto [k, v] : m) tell(k * 100 + v); m.erase(2); tell(m.count(2)); tell(m.size());`,
  (c) => `std::set<int> s{5, 1, ${c.below(9)}, 3}; for (int k : s) tell(k); tell(s.lower_bound(2) != s.end());`,
  (c) => `std::deque<int> d; for (int i = 0; i < ${1 + c.below(6)}; i++) { d.push_back(i); d.push_front(-i); }
    while (!d.empty()) { tell(d.front()); d.pop_front(); if (!d.empty()) d.pop_back(); }`,
  (c) =>
    `std::list<Told> l; l.emplace_back(${c.below(9)}); l.emplace_front(2); l.splice(l.end(), l, l.begin()); for (auto &t : l) tell(t.n);`,
  (c) =>
    `std::array<int64_t, 4> a{1, ${c.below(9)}}; std::array<int64_t, 4> b = a; b[2] = 5; tell(a < b); tell(*std::max_element(b.begin(), b.end()));`,
  (c) =>
    `std::string_view s = "one two three"; tell(s.find("${c.pick(['two', 'four', 'e'])}")); tell(s.substr(${c.below(9)}).size()); tell(s.compare("one"));`,
];

const functions: readonly Snippet[] = [
  (
    c,
  ) => `std::function<int64_t(int64_t)> f; int64_t k = ${c.below(9)}; Told t(1); f = [k, t](int64_t x) { return x * k + t.n; };
    auto g = f; tell(f(2) + g(3)); f = nullptr; tell(!f);`,
  (c) => `std::unique_ptr<Base> b; if (${c.below(2)}) b = std::make_unique<Both>(); else b = std::make_unique<Left>();
    tell(b->g(${c.below(99)}));`,
  (c) =>
    `Both both; Right &r = both; Base &b = both; tell(b.f(${c.below(9)})); tell(r.r); int64_t (Base::*m)(int64_t) = &Base::f; tell((b.*m)(4));`,
  (c) => `int64_t Right::*field = &Right::r; Right r; r.*field += ${c.below(9)}; tell(r.r);`,
  (c) =>
    `auto add = [](auto... x) { return (int64_t(0) + ... + x); }; tell(add(1, ${c.below(9)}, int64_t(3), short(2)));`,
  (c) =>
    `int64_t n = ${c.below(7)}; std::function<int64_t(int64_t)> fact = [&](int64_t i) { return i < 2 ? 1 : i * fact(i - 1); }; tell(fact(n));`,
  (_, p) =>
    `auto guard = std::unique_ptr<int64_t, void (*)(int64_t *)>(&${p}global, [](int64_t *g) { *g += 7; tell(*g); }); tell(*guard);`,
];

const sharing: readonly Snippet[] = [
  (c, p) =>
    `tell(${p}count.fetch_add(${c.below(9)})); int64_t e = ${c.below(5)}; tell(${p}count.compare_exchange_strong(e, 3)); tell(e);`,
  (c, p) => `static std::mutex m; std::lock_guard<std::mutex> l(m); ${p}global += ${c.below(9)}; tell(${p}global);`,
  (c) =>
    `static std::atomic<double> d{1.5}; double e = d.load(); while (!d.compare_exchange_weak(e, e * ${1 + c.below(4)})) {} tell(uint64_t(d.load() * 8));`,
  (c) =>
    `struct P { int32_t x, y; }; static std::atomic<P> a{P{1, ${c.below(9)}}}; P p = a.load(); p.x += p.y; a.store(p); tell(a.exchange(P{0, 0}).x);`,
  (c) =>
    `static std::once_flag once; for (int i = 0; i < 2; i++) std::call_once(once, [] { tell("once", ${c.below(9)}); });`,
  (c, p) => `delete ${p}slot; ${p}slot = new Told(${c.below(99)}); tell(${p}slot->n);`,
  (c) =>
    `static std::atomic<uint8_t> small{250}; tell(small += ${c.below(20)}); tell(small--); tell(small.exchange(3));`,
  (c) =>
    `static std::atomic<bool> flag{false}; tell(flag.exchange(${c.pick(['true', 'false'])})); static std::atomic_flag f = ATOMIC_FLAG_INIT; tell(f.test_and_set());`,
  (c) =>
    `static int64_t table[5] = {1, 2, 3}; static std::atomic<int64_t *> at{table}; int64_t *q = at.fetch_add(1); *q += ${c.below(9)}; tell(at.load() - table); at = table;`,
];

/** Pieces of C++ that print what happens in them. */
export const CXX_SNIPPETS: readonly Snippet[] = [...lifetimes, ...containers, ...functions, ...sharing];
