#include <iostream>
#include <sstream>
#include <iomanip>
#include <string>
struct P { int x, y; }; std::ostream &operator<<(std::ostream &o, const P &p) { return o << '(' << p.x << ", " << p.y << ')'; }
static std::ostream &out = std::cout;
int main() {
  std::cout << "hello " << 42 << ' ' << -7L << ' ' << 3.25 << ' ' << true << ' ' << std::boolalpha << false << std::endl;
  std::cout << std::hex << 255 << std::dec << ' ' << std::setw(8) << 12 << '|' << std::left << std::setw(6) << "ab" << '|' << std::setfill('*') << std::right << std::setw(5) << 7 << "\n";
  std::cout << std::fixed << std::setprecision(3) << 3.14159 << ' ' << std::scientific << 12345.678 << std::defaultfloat << ' ' << 1e20 << ' ' << 0.1f << "\n";
  std::cerr << "err " << P{1, 2} << "\n"; out << "through a reference " << std::showbase << std::hex << 16 << "\n";
  std::ostringstream s; s << "n=" << 5 << " " << std::string("str") << ' ' << 2.5; std::cout << s.str() << "\n";
  std::istringstream in("12 abc 3.5 x\nline two\nlast"); int i; std::string w; double d; char c; in >> i >> w >> d >> c; std::cout << std::dec << i << w << d << c << "\n";
  std::string l; std::getline(in, l); std::getline(in, l); std::cout << "[" << l << "]\n"; while (std::getline(in, l)) std::cout << l << ";"; std::cout << in.eof() << "\n";
  std::stringstream ss; ss << 1 << ' ' << 2; int a, b; ss >> a >> b; std::cout << a + b << "\n";
  std::istringstream bad("xyz"); if (!(bad >> i)) std::cout << "failed " << i << "\n";
  bad.clear(); bad.exceptions(std::ios::failbit); try { bad >> i; } catch (std::ios_base::failure &e) { std::cout << "caught " << e.what() << "\n"; }
  std::cout << (void *)nullptr << " " << 'c' << (unsigned char)'u' << (short)-3 << 7u << 8ull << "\n"; int n; std::cin >> n; std::cout << std::cin.eof() << std::endl;
  std::cout << std::oct << 8 << std::uppercase << std::hex << 0xabc << std::showpos << std::dec << 5 << "\n"; std::cout.flush(); std::cout.put('x').write("yz\n", 3);
  std::cout << std::setw(10) << P{3, 4} << std::endl; std::clog << "log\n";
}
