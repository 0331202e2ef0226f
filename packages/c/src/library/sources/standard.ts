/** The compiled parts of libstdc++ that programs commonly use: strings, hash tables, futures. */
export const STANDARD = String.raw`
#include <algorithm>
#include <bits/atomic_futex.h>
#include <unordered_map>

template class std::basic_string<char>;

extern "C" int __VERIFIER_nondet_bool();

namespace std {

namespace __detail {

/* The sizes that libstdc++ uses: iteration goes in the same order. Beyond the last, the next odd number will do. */
static const unsigned sizes[] = {
  17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97, 103, 109, 113, 127, 137, 139, 149, 157,
  167, 179, 193, 199, 211, 227, 241, 257, 277, 293, 313, 337, 359, 383, 409, 439, 467, 503, 541, 577, 619, 661, 709,
  761, 823, 887, 953, 1031, 1109, 1193, 1289, 1381, 1493, 1613, 1741, 1879, 2029, 2179, 2357, 2549, 2753, 2971, 3209,
  3469, 3739, 4027, 4349, 4703, 5087, 5503, 5953, 6427, 6949, 7517, 8123, 8783, 9497, 10273, 11113, 12011, 12983,
  14033, 15173, 16411, 17749, 19183, 20753, 22447, 24281, 26267, 28411, 30727, 33223, 35933, 38873, 42043, 45481,
  49201, 53201, 57557, 62233, 67307, 72817, 78779, 85229, 92203, 99733, 107897, 116731, 126271, 136607, 147793,
  159871, 172933, 187091, 202409, 218971, 236897, 256279, 277261, 299951, 324503, 351061, 379787, 410857, 444487,
  480881, 520241, 562841, 608903, 658753, 712697, 771049, 834181, 902483, 976369, 1056323,
};
static const unsigned char small[] = {1, 2, 2, 3, 5, 5, 7, 7, 11, 11, 11, 11, 13, 13};

size_t _Prime_rehash_policy::_M_next_bkt(size_t wanted) const {
  if (wanted == 0) return 1;
  size_t found = wanted | 1;
  if (wanted < sizeof small) found = small[wanted];
  else {
    const unsigned *last = sizes + sizeof sizes / sizeof *sizes;
    const unsigned *size = lower_bound(sizes + 0, last, wanted);
    if (size != last) found = *size;
  }
  _M_next_resize = __builtin_floor(found * (double)_M_max_load_factor);
  return found;
}

pair<bool, size_t> _Prime_rehash_policy::_M_need_rehash(size_t buckets, size_t elements, size_t inserted) const {
  size_t total = elements + inserted;
  if (total <= _M_next_resize) return {false, 0};
  size_t least = _M_next_resize == 0 && total < 11 ? 11 : total;
  double needed = least / (double)_M_max_load_factor;
  if (needed >= buckets) {
    size_t enough = __builtin_floor(needed) + 1, doubled = buckets * _S_growth_factor;
    return {true, _M_next_bkt(enough < doubled ? doubled : enough)};
  }
  _M_next_resize = __builtin_floor(buckets * (double)_M_max_load_factor);
  return {false, 0};
}

} // namespace __detail

/* MurmurHash2 for 64 bits, by Austin Appleby, in the public domain. */
size_t _Hash_bytes(const void *data, size_t length, size_t seed) {
  constexpr size_t factor = 0xc6a4a7935bd1e995;
  auto *bytes = static_cast<const unsigned char *>(data);
  size_t hash = seed ^ (length * factor);
  for (; length >= 8; length -= 8, bytes += 8) {
    size_t word = 0;
    for (int i = 7; i >= 0; i--) word = word << 8 | bytes[i];
    word *= factor;
    word ^= word >> 47;
    hash = (hash ^ word * factor) * factor;
  }
  if (length > 0) {
    size_t word = 0;
    while (length-- > 0) word = word << 8 | bytes[length];
    hash = (hash ^ word) * factor;
  }
  hash = (hash ^ hash >> 47) * factor;
  return hash ^ hash >> 47;
}

size_t _Fnv_hash_bytes(const void *data, size_t length, size_t hash) {
  auto *bytes = static_cast<const unsigned char *>(data);
  while (length-- > 0) hash = (hash ^ *bytes++) * 1099511628211u;
  return hash;
}

__future_base::_Result_base::_Result_base() = default;
__future_base::_Result_base::~_Result_base() = default;

/* A wait reads the word until it changes; with a deadline, it may end at any time. */
bool __atomic_futex_unsigned_base::_M_futex_wait_until(unsigned *word, unsigned value, bool timed, chrono::seconds,
                                                       chrono::nanoseconds) {
  if (timed && __VERIFIER_nondet_bool()) return false;
  while (__atomic_load_n(word, __ATOMIC_RELAXED) == value) {}
  return true;
}
bool __atomic_futex_unsigned_base::_M_futex_wait_until_steady(unsigned *word, unsigned value, bool timed,
                                                              chrono::seconds s, chrono::nanoseconds ns) {
  return _M_futex_wait_until(word, value, timed, s, ns);
}
void __atomic_futex_unsigned_base::_M_futex_notify_all(unsigned *) {}

} // namespace std
`;
