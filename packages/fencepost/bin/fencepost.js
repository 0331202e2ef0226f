#!/usr/bin/env node
// npm links this file at install time, before the build has made dist/; that is why the launcher is not compiled.
import '../dist/main.js';
