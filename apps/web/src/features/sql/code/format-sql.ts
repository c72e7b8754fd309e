import { formatDialect, postgresql } from 'sql-formatter';

/** SQL in the form people agree on: a clause a line, words in small letters as everywhere here. */
export function formatSql(sql: string): string {
  return formatDialect(sql, {
    dialect: postgresql,
    keywordCase: 'lower',
    dataTypeCase: 'lower',
    functionCase: 'preserve',
    identifierCase: 'preserve',
    tabWidth: 2,
    expressionWidth: 80,
    paramTypes: { named: [':'], numbered: ['$'], positional: true },
  });
}
