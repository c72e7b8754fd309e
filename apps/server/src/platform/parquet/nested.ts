import type { SchemaTree } from 'hyparquet';
import { valueReader } from './cells.ts';

type Write = (value: unknown) => string;
/** Not in TypeScript's library yet. */
type RawJson = { rawJSON(text: string): unknown };

/** A Parquet column as the text Postgres reads: single values plainly, lists, maps and structs as JSON. */
export function columnReader(column: SchemaTree): (value: unknown) => string | null {
  const isPlain = column.children.length === 0 && column.element.repetition_type !== 'REPEATED';
  const read = isPlain ? valueReader(column.element) : jsonWriter(column);
  return (value) => (value === null || value === undefined ? null : read(value));
}

/** Written by hand, since JSON.stringify knows no numbers beyond 2^53 and no exact decimals. */
function jsonWriter(node: SchemaTree): Write {
  const items = listItems(node);
  if (items) return listWriter(orNull(itemWriter(items)));
  const isRepeated = node.element.repetition_type === 'REPEATED';
  return isRepeated ? listWriter(orNull(itemWriter(node))) : itemWriter(node);
}

function itemWriter(node: SchemaTree): Write {
  if (node.element.logical_type?.type === 'VARIANT') return variantText;
  if (node.children.length === 0) return leafWriter(node);
  if (listItems(node)) return jsonWriter(node);
  const values = mapValues(node);
  return values ? mapWriter(orNull(jsonWriter(values))) : structWriter(node.children);
}

const orNull =
  (write: Write): Write =>
  (value) =>
    value === null || value === undefined ? 'null' : write(value);

function listWriter(item: Write): Write {
  return (value) => `[${(value as unknown[]).map(item).join(',')}]`;
}

function mapWriter(write: Write): Write {
  return (value) => objectText(Object.entries(value as object), () => write);
}

function structWriter(children: readonly SchemaTree[]): Write {
  const writers = new Map(
    children.map((child) => [child.element.name, orNull(jsonWriter(child))] as const),
  );
  return (value) => objectText(Object.entries(value as object), (name) => writers.get(name));
}

function objectText(
  entries: readonly [string, unknown][],
  writerOf: (name: string) => Write | undefined,
): string {
  const parts = entries.map(
    ([name, value]) => `${JSON.stringify(name)}:${writerOf(name)?.(value) ?? 'null'}`,
  );
  return `{${parts.join(',')}}`;
}

const JSON_NUMBER = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;

function leafWriter({ element }: SchemaTree): Write {
  const isText = element.type === 'BYTE_ARRAY' && element.converted_type !== 'DECIMAL';
  const read = valueReader(element);
  return (value) => {
    if (typeof value === 'boolean') return String(value);
    const text = read(value);
    return !isText && JSON_NUMBER.test(text) ? text : JSON.stringify(text);
  };
}

/** A variant carries the types of its values along, so the library has read them already. */
function variantText(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'bigint' ? (JSON as unknown as RawJson).rawJSON(String(part)) : part,
  );
}

/** What a list is made of: below it lies a repeated group of one, or of old the repeated value itself. */
function listItems({ element, children }: SchemaTree): SchemaTree | undefined {
  const [repeated] = children;
  if (element.converted_type !== 'LIST' || children.length !== 1) return undefined;
  if (repeated?.element.repetition_type !== 'REPEATED') return undefined;
  return repeated.children.length > 1 ? undefined : (repeated.children[0] ?? repeated);
}

function mapValues({ element, children }: SchemaTree): SchemaTree | undefined {
  const [pair] = children;
  return element.converted_type === 'MAP' && pair?.children.length === 2
    ? pair.children.find((child) => child.element.name === 'value')
    : undefined;
}
