// More than the tools can link.
char first[1u << 30];
char second[1u << 30];

int main(void) {
  first[0] = second[0] = 1;
  return 0;
}
