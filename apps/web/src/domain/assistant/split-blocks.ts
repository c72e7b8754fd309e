/** Blocks of markdown: what stands between blank lines, a fenced piece of code in one. */
export function splitBlocks(text: string): string[] {
  const blocks: string[] = [];
  let block: string[] = [];
  let isFenced = false;
  for (const line of text.split('\n')) {
    if (line.trimStart().startsWith('```')) isFenced = !isFenced;
    if (line.trim() === '' && !isFenced) {
      if (block.length > 0) blocks.push(block.join('\n'));
      block = [];
    } else {
      block.push(line);
    }
  }
  if (block.length > 0) blocks.push(block.join('\n'));
  return blocks;
}
