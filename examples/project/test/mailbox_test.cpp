#include "mailbox.h"
#include <gtest/gtest.h>
#include <thread>

class Mailbox : public ::testing::Test {
protected:
  void TearDown() override { mailbox_delete(box); }
  mailbox *box = mailbox_new();
};

TEST_F(Mailbox, DeliversInOrder) {
  std::thread sender([this] {
    mailbox_put(box, 1);
    mailbox_put(box, 2);
  });
  int first = 0, second = 0;
  if (mailbox_take(box, &first) && mailbox_take(box, &second)) EXPECT_LT(first, second);
  sender.join();
}

TEST_F(Mailbox, TakesTwoSenders) {
  std::thread sender([this] { mailbox_put(box, 1); });
  mailbox_put(box, 2);
  sender.join();
  int first = 0, second = 0;
  EXPECT_TRUE(mailbox_take(box, &first) && mailbox_take(box, &second));
}
