/** The bytes of a file, wherever it lies: any part of it, or all of it as a stream. */
export type ByteSource = {
  size: number;
  /** From a place on to the end, or to before `end`. */
  read(start?: number, end?: number): AsyncGenerator<Buffer>;
};

/** Some bytes at once: for a file's head, its tail, and directories inside it. */
export async function readBytes(source: ByteSource, start: number, end: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of source.read(start, Math.min(end, source.size))) pieces.push(piece);
  return Buffer.concat(pieces);
}
