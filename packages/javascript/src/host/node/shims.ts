// Modules of Node that worlds get in another form, and that only Node has.
import './crypto-shim.js';
import './newer-modules.js';
import './util-shim.js';
import './vm-shim.js';
