import { SaxesParser } from 'saxes';
import { Failure } from '@causeway/contract/errors.ts';

/** What is heard of an XML file: names come without their prefix. */
export type XmlListener = {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  close(name: string): void;
  text(text: string): void;
};

const DEEPEST = 64;
/** A cell has 32,767 characters at most; a tag or a text beyond this is none. */
const LONGEST_NODE = 4 * 1024 * 1024;
/** What is fed at once is heard at once. */
const STEP = 16_384;

/**
 * XML read as it comes: each character once, nothing is kept but the names of what is open. Yields
 * after each step, so that whoever listens can pass on what was heard. What declares a document type
 * is refused: nothing honest does, and entities are how a small file becomes a large one.
 */
export async function* readXml(
  pieces: AsyncIterable<Buffer>,
  listener: XmlListener,
): AsyncGenerator<void> {
  const parser = new SaxesParser<{ xmlns: false; position: false }>({
    xmlns: false,
    position: false,
  });
  let depth = 0;
  let unheard = 0;
  const hear = () => {
    unheard = 0;
  };
  parser.on('error', (error) => {
    throw unreadable(error.message);
  });
  parser.on('doctype', () => {
    throw unreadable('it declares a document type');
  });
  parser.on('opentag', ({ name, attributes }) => {
    hear();
    depth += 1;
    if (depth > DEEPEST) throw unreadable('it is nested too deeply');
    listener.open(withoutPrefix(name), attributes);
  });
  parser.on('closetag', ({ name }) => {
    hear();
    depth -= 1;
    listener.close(withoutPrefix(name));
  });
  parser.on('text', (text) => {
    hear();
    listener.text(text);
  });
  parser.on('cdata', (text) => {
    hear();
    listener.text(text);
  });
  const decoder = new TextDecoder();
  for await (const piece of pieces) {
    for (let at = 0; at < piece.length; at += STEP) {
      const text = decoder.decode(piece.subarray(at, at + STEP), { stream: true });
      unheard += text.length;
      parser.write(text);
      if (unheard > LONGEST_NODE) throw unreadable('a text in it is too long');
      yield;
    }
  }
  parser.write(decoder.decode()).close();
  yield;
}

export function withoutPrefix(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function unreadable(why: string): Failure {
  return new Failure('E_IMPORT_UNREADABLE', `The workbook is damaged: ${why.slice(0, 200)}.`);
}
