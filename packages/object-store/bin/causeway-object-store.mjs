#!/usr/bin/env node
// Node 24 runs the TypeScript beside this file as it is; an older one is told so in words.
if (Number(process.versions.node.split('.')[0]) < 24) {
  process.stderr.write(`causeway-object-store needs Node 24, this is ${process.versions.node}.\n`);
  process.exit(1);
}
const { runCommand } = await import('../src/command.ts');
await runCommand(process.argv.slice(2), process.env);
