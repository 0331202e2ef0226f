// The rest of the declaration of a set: its operations, and what a set does.
static bool present[3];
static bool model_add(int key) { return !present[key] && (present[key] = true); }
static bool model_remove(int key) { return present[key] && !(present[key] = false); }
static bool model_contains(int key) { return present[key]; }

FENCEPOST_CALLS(CALLS)
FENCEPOST_THREADS(THREADS)
FENCEPOST_SETUP(init)
FENCEPOST_OPERATION(add, FENCEPOST_RANGE(1, 2))
FENCEPOST_OPERATION(remove_key, FENCEPOST_RANGE(1, 2))
FENCEPOST_OPERATION(contains, FENCEPOST_RANGE(1, 2))
FENCEPOST_MODEL(add, model_add, int)
FENCEPOST_MODEL(remove_key, model_remove, int)
FENCEPOST_MODEL(contains, model_contains, int)
