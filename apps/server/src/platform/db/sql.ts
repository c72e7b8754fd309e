/**
 * SQL with its values apart from its text. Every `${}` becomes a bound parameter, except another
 * piece of SQL, which is spliced in. Text can't get in by accident: identifiers go through
 * `identifier`.
 */
export class Sql {
  readonly parts: readonly string[];
  readonly values: readonly unknown[];

  constructor(parts: readonly string[], values: readonly unknown[]) {
    this.parts = parts;
    this.values = values;
  }

  get text(): string {
    return this.parts.reduce((text, part, index) => `${text}$${index}${part}`);
  }
}

export function sql(strings: TemplateStringsArray, ...inputs: unknown[]): Sql {
  const parts: string[] = [strings[0] ?? ''];
  const values: unknown[] = [];
  const append = (text: string) => {
    parts[parts.length - 1] += text;
  };
  inputs.forEach((input, index) => {
    if (input instanceof Sql) {
      append(input.parts[0] ?? '');
      values.push(...input.values);
      parts.push(...input.parts.slice(1));
    } else {
      values.push(input);
      parts.push('');
    }
    append(strings[index + 1] ?? '');
  });
  return new Sql(parts, values);
}

/** Pieces of SQL with something between them. */
export function joinSql(parts: readonly Sql[], separator: string): Sql {
  return parts.reduce(
    (joined, part, index) => {
      return index === 0 ? part : sql`${joined}${new Sql([separator], [])}${part}`;
    },
    sql``,
  );
}

const names = new Map<string, string>();

/**
 * A statement that every request runs: Postgres parses and plans it once a connection. Only for
 * texts that are always the same, since each is kept.
 */
export function prepared(statement: Sql): Sql & { name: string } {
  const { text } = statement;
  const name = names.get(text) ?? `causeway ${names.size}`;
  names.set(text, name);
  return Object.assign(statement, { name });
}

/** A name as Postgres reads it, whatever characters it has. */
export function identifier(...path: string[]): Sql {
  return new Sql([path.map(quoteIdentifier).join('.')], []);
}

export function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
