#pragma once
typedef struct {
  unsigned long __bits[16];
} sigset_t;
