import { StoreError } from './errors.ts';

/** One parsed element: its name without prefix, its text, and its child elements in order. */
export interface XmlElement {
  name: string;
  text: string;
  children: XmlElement[];
}

export function xmlDocument(
  root: string,
  inner: string,
  { namespace = true }: { namespace?: boolean } = {},
): string {
  const attribute = namespace ? ' xmlns="http://s3.amazonaws.com/doc/2006-03-01/"' : '';
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root}${attribute}>${inner}</${root}>`;
}

/** An element holding text; undefined leaves it out. */
export function element(name: string, text: string | number | boolean | undefined): string {
  return text === undefined ? '' : `<${name}>${escapeText(String(text))}</${name}>`;
}

// Keys may hold control characters. XML 1.0 has no way to write them; like S3 we write the
// reference anyway, and clients that care ask for encoding-type=url.
// oxlint-disable-next-line no-control-regex
const UNSAFE = /[&<>"'\u0000-\u001f\u007f-\u009f\ufffe\uffff]/g;

const NAMED: Record<string, string> = {
  '&': 'amp',
  '<': 'lt',
  '>': 'gt',
  '"': 'quot',
  "'": 'apos',
};

function escapeText(text: string): string {
  return text.replace(
    UNSAFE,
    (char) => `&${NAMED[char] ?? `#x${char.charCodeAt(0).toString(16)}`};`,
  );
}

const TOKEN = /<([/?]?)([^\s<>/?]{1,200})(?:[\s/?][^<>]*?)??([/?]?)>|([^<]+)/gy;

/** Parses the small request bodies of S3. No DTD, no CDATA, no own entities: those are refused. */
export function parseXml(source: string): XmlElement {
  const root: XmlElement = { name: '', text: '', children: [] };
  const open = [root];
  TOKEN.lastIndex = 0;
  let end = source.startsWith('\ufeff') ? 1 : 0;
  while (end < source.length) {
    TOKEN.lastIndex = end;
    const token = TOKEN.exec(source);
    if (!token) throw new StoreError('MalformedXML');
    end = TOKEN.lastIndex;
    applyToken(open, token);
  }
  const [document] = root.children;
  if (open.length !== 1 || !document) throw new StoreError('MalformedXML');
  return document;
}

function applyToken(open: XmlElement[], [, lead, name, tail, text]: RegExpExecArray): void {
  const parent = open.at(-1)!;
  if (text !== undefined) {
    parent.text += decodeText(text);
  } else if (lead === '/') {
    if (open.length < 2 || parent.name !== localName(name!)) throw new StoreError('MalformedXML');
    open.pop();
  } else if (lead !== '?') {
    if (name!.startsWith('!') || open.length > 20) throw new StoreError('MalformedXML');
    const child = { name: localName(name!), text: '', children: [] };
    parent.children.push(child);
    if (tail !== '/') open.push(child);
  }
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decodeText(text: string): string {
  return text.replace(/&([^;]*);?/g, (_, name: string) => {
    const number = /^#(?:x([0-9a-f]{1,6})|([0-9]{1,7}))$/i.exec(name);
    const code = number ? parseInt(number[1] ?? number[2]!, number[1] ? 16 : 10) : NaN;
    if (code <= 0x10ffff) return String.fromCodePoint(code);
    const entity = ENTITIES[name];
    if (entity === undefined) throw new StoreError('MalformedXML');
    return entity;
  });
}

export function childText(parent: XmlElement, name: string): string | undefined {
  return parent.children.find((child) => child.name === name)?.text;
}
