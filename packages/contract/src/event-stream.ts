/** More than any event has; what goes on beyond it is no event stream. */
const LONGEST_EVENT = 16_000_000;

/**
 * The data of each event of a text/event-stream, from pieces that end anywhere. What is not data
 * (comments that keep the line open, names, ids) is passed over.
 */
export async function* readEventStream(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let line: string[] = [];
  let data: string[] = [];
  let length = 0;
  for await (const piece of pieces) {
    length += piece.length;
    const [first = '', ...others] = piece.split('\n');
    line.push(first);
    for (const next of others) {
      const text = withoutReturn(line.join(''));
      line = [next];
      if (text.startsWith('data:')) data.push(text.slice(text[5] === ' ' ? 6 : 5));
      if (text !== '') continue;
      if (data.length > 0) yield data.join('\n');
      data = [];
      length = next.length;
    }
    if (length > LONGEST_EVENT) throw new Error('An event of the stream does not end');
  }
}

function withoutReturn(text: string): string {
  return text.endsWith('\r') ? text.slice(0, -1) : text;
}
