#include <cstdio>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>
#include <map>
#include <functional>
#include <any>
#include <optional>
#include <variant>
#include <system_error>
#include <memory>
int main() {
  std::string s = "hello"; s += " world, this is a longer string"; s.insert(0, "> "); s.replace(2, 5, "HELLO");
  printf("%s %zu %zu\n", s.c_str(), s.size(), s.find("world")); printf("%s\n", (s.substr(3, 4) + std::to_string(12345) + std::to_string(2.5)).c_str());
  try { s.at(1000); } catch (std::out_of_range &e) { printf("%s\n", e.what()); }
  try { std::vector<int> v(3); v.at(7); } catch (std::exception &e) { printf("%s\n", e.what()); }
  try { std::stoi("abc"); } catch (std::invalid_argument &e) { printf("inv %s\n", e.what()); }
  try { std::stoi("99999999999999"); } catch (std::out_of_range &e) { printf("oor %s\n", e.what()); }
  try { throw std::runtime_error("rt"); } catch (std::exception &e) { printf("%s\n", e.what()); }
  std::unordered_map<std::string, int> m; for (int i = 0; i < 20; i++) m["key" + std::to_string(i)] = i; 
  for (auto &[k, v] : m) printf("%s=%d ", k.c_str(), v); printf("\n%zu\n", m.bucket_count());
  std::unordered_set<int> u; for (int i = 0; i < 30; i++) u.insert(i * 7); for (int x : u) printf("%d ", x); printf("%zu\n", u.bucket_count());
  std::function<int(int)> f; try { f(1); } catch (std::bad_function_call &e) { printf("%s\n", e.what()); }
  std::any a = std::string("any"); printf("%s\n", std::any_cast<std::string>(a).c_str());
  try { std::any_cast<int>(a); } catch (std::bad_any_cast &e) { printf("%s\n", e.what()); }
  try { std::optional<int> o; o.value(); } catch (std::bad_optional_access &e) { printf("%s\n", e.what()); }
  try { std::variant<int, char> v = 1; std::get<char>(v); } catch (std::bad_variant_access &e) { printf("%s\n", e.what()); }
  try { throw std::system_error(std::make_error_code(std::errc::invalid_argument), "ctx"); } catch (std::system_error &e) { printf("%s %d\n", e.what(), e.code().value()); }
  try { std::shared_ptr<int> p(std::weak_ptr<int>{}); } catch (std::bad_weak_ptr &e) { printf("%s\n", e.what()); }
  std::map<std::string, std::vector<std::string>> mm; mm["a"].push_back("x"); mm["b"].push_back(std::string(40, 'y')); for (auto &p : mm) printf("%s %s\n", p.first.c_str(), p.second[0].c_str());
  try { try { throw std::logic_error("inner"); } catch (...) { std::throw_with_nested(std::runtime_error("outer")); } } catch (std::exception &e) { printf("%s\n", e.what()); try { std::rethrow_if_nested(e); } catch (std::exception &n) { printf("nested %s\n", n.what()); } }
  try { std::string t; t.reserve(-1); } catch (std::length_error &e) { printf("%s\n", e.what()); }
  printf("%d %d %zu\n", std::string("abc") < std::string("abd"), std::string("x") == "x", std::hash<std::string>()("hello"));
}
