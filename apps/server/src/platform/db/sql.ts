/**
 * SQL with its values apart from its text. Every `${}` becomes a bound parameter, except another
 * piece of SQL, which is spliced in. Text can't get in by accident: identifiers go through
 * `identifier`.
 */
export class Sql {
  readonly parts: readonly string[];
  readonly values: readonly unknown[];
  #text: string | undefined;

  constructor(parts: readonly string[], values: readonly unknown[]) {
    this.parts = parts;
    this.values = values;
  }

  get text(): string {
    this.#text ??= this.parts.reduce((text, part, index) => `${text}$${index}${part}`);
    return this.#text;
  }
}

export function sql(strings: TemplateStringsArray, ...inputs: unknown[]): Sql {
  return splice(strings, inputs);
}

// Every request writes several: plain loops, since closures here showed in what a page costs.
function splice(strings: readonly string[], inputs: readonly unknown[]): Sql {
  const parts: string[] = [];
  const values: unknown[] = [];
  let open = strings[0] ?? '';
  for (let index = 0; index < inputs.length; index += 1) {
    const input = inputs[index];
    if (input instanceof Sql) {
      open += input.parts[0] ?? '';
      for (let at = 0; at < input.values.length; at += 1) {
        values.push(input.values[at]);
        parts.push(open);
        open = input.parts[at + 1] ?? '';
      }
    } else {
      values.push(input);
      parts.push(open);
      open = '';
    }
    open += strings[index + 1] ?? '';
  }
  parts.push(open);
  return new Sql(parts, values);
}

/** Pieces of SQL with something between them. */
export function joinSql(parts: readonly Sql[], separator: string): Sql {
  const between = parts.map((_, index) => (index === 0 ? '' : separator));
  return splice([...between, ''], parts);
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
