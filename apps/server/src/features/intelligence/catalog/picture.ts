/** A database as its catalogs describe it: what the checks that read no rows look at. */
export type Picture = {
  tables: SeenTable[];
  byOid: Map<number, SeenTable>;
  /** Only remembered, since queries name them. */
  views: SeenView[];
  /** Days since the server began to count how often things are used. */
  statisticsDays: number;
  role: string;
  /** How many transactions ago the oldest row of the database may be of. */
  oldest: { database: string; age: number };
};

export type SeenView = {
  oid: number;
  schema: string;
  name: string;
  columns: Pick<SeenColumn, 'number' | 'name' | 'type'>[];
};

export type SeenTable = {
  oid: number;
  schema: string;
  name: string;
  kind: 'r' | 'p' | 'm';
  /** As the planner estimates; null before anybody counted. */
  rows: number | null;
  pages: number;
  isReadable: boolean;
  hasRowSecurity: boolean;
  policies: number;
  /** Whether others than its owner get into its schema. */
  isReachable: boolean;
  /** What everybody may do with it. */
  publicGrants: string[];
  scans: number;
  /** Of them, those that read all rows. */
  sequential: number;
  changes: number;
  removed: number;
  live: number;
  dead: number;
  /** How many transactions ago its oldest row may be of, that of its long values too. */
  age: number;
  columns: SeenColumn[];
  indexes: SeenIndex[];
  constraints: SeenConstraint[];
  sequences: SeenSequence[];
  disabledTriggers: string[];
};

export type SeenColumn = {
  number: number;
  name: string;
  /** As Postgres writes it, `character varying(20)`. */
  type: string;
  base: string;
  /** One letter: N numbers, S texts, D times, B booleans, E enums, U other. */
  category: string;
  isNotNull: boolean;
  isGenerated: boolean;
  comment: string | null;
};

export type SeenIndex = {
  oid: number;
  name: string;
  isUnique: boolean;
  isPrimary: boolean;
  isValid: boolean;
  isBuilding: boolean;
  isReplicaIdentity: boolean;
  isOfConstraint: boolean;
  /** Column numbers in order; 0 is an expression. */
  columns: number[];
  /** How many of them are searched by; the rest is only kept along. */
  keys: number;
  method: string;
  /** Operator classes, collations and directions, in one text: equal when they are. */
  how: string;
  predicate: string | null;
  expressions: string | null;
  bytes: number;
  scans: number;
  definition: string;
};

export type SeenConstraint = {
  name: string;
  kind: 'p' | 'u' | 'f' | 'c';
  columns: number[];
  parentOid: number | null;
  parentColumns: number[];
  isValidated: boolean;
};

export type SeenSequence = {
  /** Quoted, with its schema. */
  path: string;
  column: number;
  last: number | null;
  max: number;
  cycles: boolean;
  increment: number;
};

export function columnNamed(table: SeenTable, number: number): string {
  return table.columns.find((column) => column.number === number)?.name ?? '';
}

export function namesOf(table: SeenTable, numbers: readonly number[]): string[] {
  return numbers.map((number) => columnNamed(table, number));
}
