/** The target of an INSERT, UPDATE or DELETE, as far as the parse tree tells. */
export type WrittenTable = {
  kind: 'insert' | 'update' | 'delete';
  /** Undefined where the search path decides. */
  schema: string | undefined;
  name: string;
  /** What columns of it are called by in the statement. */
  alias: string;
  /** Columns that existing rows get new values in. */
  assigned: string[];
  /** Whether one of those gets its default. */
  assignsDefault: boolean;
  /** Columns an INSERT gives a value for in every row; all others get their default. */
  filled: string[];
  hasReturning: boolean;
  /** Where it ends, in bytes, if something comes after it: a semicolon. */
  endByte: number | undefined;
};

type Value = { SetToDefault?: object };
type Target = {
  ResTarget?: {
    name?: string;
    val?: Value & { MultiAssignRef?: { source?: { RowExpr?: { args?: Value[] } } } };
  };
};
type ValueList = { List?: { items?: object[] } };
type WriteNode = {
  relation?: { schemaname?: string; relname?: string; alias?: { aliasname?: string } };
  targetList?: Target[];
  cols?: Target[];
  selectStmt?: { SelectStmt?: { valuesLists?: ValueList[] } };
  onConflictClause?: { targetList?: Target[] };
  returningClause?: unknown;
  returningList?: unknown;
};

const kinds: Record<string, WrittenTable['kind']> = {
  InsertStmt: 'insert',
  UpdateStmt: 'update',
  DeleteStmt: 'delete',
};

/** Undefined for everything else. */
export function findWrittenTable(
  nodeName: string,
  root: unknown,
  endByte: number | undefined,
): WrittenTable | undefined {
  const kind = kinds[nodeName];
  const node = (root ?? {}) as WriteNode;
  const name = node.relation?.relname;
  if (!kind || name === undefined) return undefined;
  const targets = kind === 'update' ? node.targetList : node.onConflictClause?.targetList;
  return {
    kind,
    schema: node.relation?.schemaname,
    name,
    alias: node.relation?.alias?.aliasname ?? name,
    assigned: namesOf(targets),
    assignsDefault: targets?.some(saysDefault) ?? false,
    filled: kind === 'insert' ? listFilled(node) : [],
    endByte,
    hasReturning: node.returningClause !== undefined || node.returningList !== undefined,
  };
}

function namesOf(targets: Target[] = []): string[] {
  return targets.flatMap(({ ResTarget: target }) => target?.name ?? []);
}

/** By itself, or among several that are assigned together. */
function saysDefault({ ResTarget: target }: Target): boolean {
  const together = target?.val?.MultiAssignRef?.source?.RowExpr?.args ?? [];
  return [target?.val, ...together].some((value) => value?.SetToDefault !== undefined);
}

/** Where a row says DEFAULT, or columns are not named, nothing is certain to be filled. */
function listFilled({ cols, selectStmt }: WriteNode): string[] {
  const lists = selectStmt?.SelectStmt?.valuesLists ?? [];
  const says = (list: ValueList) => list.List?.items?.some((item) => 'SetToDefault' in item);
  return lists.some(says) ? [] : namesOf(cols);
}
