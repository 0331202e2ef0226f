/* In SV-COMP tasks, the call is the error, even if the function does nothing. */
extern int __VERIFIER_nondet_int(void);

void reach_error(void) {}

int main(void) {
  int x = __VERIFIER_nondet_int();
  unsigned u = (unsigned)x;
  if (u > 10u && x < 10 && x > -5) reach_error();
}
