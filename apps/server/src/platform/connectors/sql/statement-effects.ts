import type { Danger } from '@causeway/contract/sql/editor.ts';
import { wordsIn } from './words-in.ts';

type Node = Record<string, unknown>;
type Relation = { schemaname?: string; relname?: string };

/** What a statement would destroy beyond what it names one by one, told from its parse tree. */
export function findDangers(kind: string, root: unknown): Danger[] {
  const node = (root ?? {}) as Node;
  return dangersOf[kind]?.(node) ?? [];
}

const dangersOf: Record<string, (node: Node) => Danger[]> = {
  UpdateStmt: (node) => withoutCondition(node, 'update-all'),
  DeleteStmt: (node) => withoutCondition(node, 'delete-all'),
  TruncateStmt: ({ relations }) =>
    listOf(relations).map(({ RangeVar: relation }) => ({
      code: 'truncate',
      target: nameOf(relation as Relation),
    })),
  DropStmt: ({ objects }) =>
    listOf(objects).map((object) => ({ code: 'drop', target: wordsIn(object).join('.') })),
  DropdbStmt: ({ dbname }) => [{ code: 'drop-database', target: String(dbname) }],
  AlterTableStmt: ({ relation, cmds }) =>
    listOf(cmds).flatMap(({ AlterTableCmd: command }) => {
      const { subtype, name } = (command ?? {}) as { subtype?: string; name?: string };
      if (subtype !== 'AT_DropColumn') return [];
      return [{ code: 'drop-column', target: `${nameOf(relation as Relation)}.${name}` }];
    }),
  // Inside a transaction block or a script of its own nothing else is done by one statement.
  SelectStmt: (node) => inQueries(node),
  InsertStmt: (node) => inQueries(node),
};

/** `with gone as (delete from t) select …` deletes all the same. */
function inQueries({ withClause }: Node): Danger[] {
  const { ctes } = (withClause ?? {}) as { ctes?: unknown };
  return listOf(ctes).flatMap(({ CommonTableExpr: expression }) => {
    const query = ((expression ?? {}) as { ctequery?: Node }).ctequery ?? {};
    const [kind = '', root] = Object.entries(query)[0] ?? [];
    return kind === 'SelectStmt' ? [] : findDangers(kind, root);
  });
}

function withoutCondition(node: Node, code: Danger['code']): Danger[] {
  const nested = inQueries(node);
  const isOpen = node.whereClause === undefined && node.usingClause === undefined;
  const isJoined = listOf(node.fromClause).length > 0;
  if (!isOpen || isJoined) return nested;
  return [{ code, target: nameOf(node.relation as Relation) }, ...nested];
}

function nameOf({ schemaname, relname = '' }: Relation): string {
  return schemaname ? `${schemaname}.${relname}` : relname;
}

function listOf(value: unknown): Node[] {
  return Array.isArray(value) ? (value as Node[]) : [];
}

/** Begins or ends a transaction, or is a step inside one. */
export type TransactionStep = 'begin' | 'commit' | 'rollback' | 'inside';

export function findTransactionStep(kind: string, root: unknown): TransactionStep | undefined {
  if (kind !== 'TransactionStmt') return undefined;
  const step = (root as { kind?: string } | undefined)?.kind ?? '';
  return steps[step] ?? 'inside';
}

const steps: Record<string, TransactionStep> = {
  TRANS_STMT_BEGIN: 'begin',
  TRANS_STMT_START: 'begin',
  TRANS_STMT_COMMIT: 'commit',
  TRANS_STMT_ROLLBACK: 'rollback',
};
