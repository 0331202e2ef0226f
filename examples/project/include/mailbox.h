#pragma once
#include <stdbool.h>
#ifdef __cplusplus
extern "C" {
#endif
struct mailbox;
struct mailbox *mailbox_new(void);
bool mailbox_put(struct mailbox *, int);
bool mailbox_take(struct mailbox *, int *);
void mailbox_delete(struct mailbox *);
#ifdef __cplusplus
}
#endif
