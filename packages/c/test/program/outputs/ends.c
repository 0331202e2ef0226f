#include <stdio.h>
#include <stdlib.h>
static void at(void) { printf("atexit\n"); }
__attribute__((constructor)) static void up(void) { printf("up\n"); }
__attribute__((destructor)) static void down(void) { printf("down\n"); }
__attribute__((destructor(200))) static void last(void) { printf("last\n"); }
__attribute__((constructor(200))) static void first(void) { printf("first\n"); }
int main(void) { atexit(at); printf("main\n"); }
