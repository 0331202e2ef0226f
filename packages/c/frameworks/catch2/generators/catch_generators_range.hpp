#pragma once
#include "../catch.hpp"
