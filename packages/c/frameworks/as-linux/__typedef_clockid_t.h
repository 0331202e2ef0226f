// In WASI a clock is the address of something.
#pragma once
typedef int clockid_t;
