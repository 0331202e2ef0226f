// Node-only modules that worlds get in a modified form.
import './crypto-shim.js';
import './fs-shim.js';
import './newer-modules.js';
import './util-shim.js';
import './vm-shim.js';
