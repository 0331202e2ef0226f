#error "Fencepost has no stand-in for GoogleMock: check tests that need only <gtest/gtest.h>"
