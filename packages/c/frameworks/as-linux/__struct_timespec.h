// Where everything else gets it, lest it be defined twice.
#define __NEED_time_t
#define __NEED_struct_timespec
#include <bits/alltypes.h>
