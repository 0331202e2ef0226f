/* A critical section and a barrier of OpenMP, whose library has no hooks. */
#include <stdio.h>

static int sum, parts[4];

int main(void) {
#pragma omp parallel num_threads(4)
  {
#pragma omp for
    for (int i = 0; i < 4; i++) parts[i] = i;
#pragma omp critical
    sum += parts[0] + parts[3];
  }
  printf("%d\n", sum);
  return 0;
}
