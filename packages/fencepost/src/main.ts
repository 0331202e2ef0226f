process.stdout.write('fencepost\n');
