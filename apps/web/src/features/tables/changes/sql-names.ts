import { quoted } from '@causeway/contract/sql/quoted.ts';
import type { TableName } from '@causeway/contract/tables/names.ts';

export function nameOf({ schema, table }: TableName): string {
  return `${quoted(schema)}.${quoted(table)}`;
}

export function listOf(names: string[]): string {
  return names.map(quoted).join(', ');
}

/** Everybody is no role of a name, so it is never quoted. */
export function rolesOf(roles: string[]): string {
  return roles.map((role) => (role === 'public' ? role : quoted(role))).join(', ');
}

/** A comment at its end would take the closing bracket along. */
export function bracketed(expression: string): string {
  return expression.includes('--') ? `(${expression}\n)` : `(${expression})`;
}

/** Also where a server reads backslashes of plain strings. */
export function literal(text: string): string {
  const quotedText = `'${text.replaceAll("'", "''").replaceAll('\\', '\\\\')}'`;
  return text.includes('\\') ? `E${quotedText}` : quotedText;
}
