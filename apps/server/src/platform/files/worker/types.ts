import { type DuckDBType, DuckDBTypeId } from '@duckdb/node-api';

type Kind = 'boolean' | 'integer' | 'float' | 'text' | 'json' | 'array';
type PostgresType = { type: string; oid: number; array: number; kind: Kind };

const of = (type: string, oid: number, array: number, kind: Kind = 'text'): PostgresType => ({
  type,
  oid,
  array,
  kind,
});

const text = of('text', 25, 1009);
const json = of('json', 114, 199, 'json');
const numeric = of('numeric', 1700, 1231);
const timestamp = of('timestamp', 1114, 1115);

/** The type of Postgres that holds all values of DuckDB's; whole numbers beyond int8 are numeric. */
const plain = new Map<DuckDBTypeId, PostgresType>([
  [DuckDBTypeId.BOOLEAN, of('bool', 16, 1000, 'boolean')],
  [DuckDBTypeId.TINYINT, of('int2', 21, 1005, 'integer')],
  [DuckDBTypeId.UTINYINT, of('int2', 21, 1005, 'integer')],
  [DuckDBTypeId.SMALLINT, of('int2', 21, 1005, 'integer')],
  [DuckDBTypeId.USMALLINT, of('int4', 23, 1007, 'integer')],
  [DuckDBTypeId.INTEGER, of('int4', 23, 1007, 'integer')],
  [DuckDBTypeId.UINTEGER, of('int8', 20, 1016)],
  [DuckDBTypeId.BIGINT, of('int8', 20, 1016)],
  [DuckDBTypeId.UBIGINT, numeric],
  [DuckDBTypeId.HUGEINT, numeric],
  [DuckDBTypeId.UHUGEINT, numeric],
  [DuckDBTypeId.BIGNUM, numeric],
  [DuckDBTypeId.DECIMAL, numeric],
  [DuckDBTypeId.FLOAT, of('float4', 700, 1021, 'float')],
  [DuckDBTypeId.DOUBLE, of('float8', 701, 1022, 'float')],
  [DuckDBTypeId.DATE, of('date', 1082, 1182)],
  [DuckDBTypeId.TIME, of('time', 1083, 1183)],
  [DuckDBTypeId.TIME_NS, of('time', 1083, 1183)],
  [DuckDBTypeId.TIME_TZ, of('timetz', 1266, 1270)],
  [DuckDBTypeId.TIMESTAMP, timestamp],
  [DuckDBTypeId.TIMESTAMP_S, timestamp],
  [DuckDBTypeId.TIMESTAMP_MS, timestamp],
  [DuckDBTypeId.TIMESTAMP_NS, timestamp],
  [DuckDBTypeId.TIMESTAMP_TZ, of('timestamptz', 1184, 1185)],
  [DuckDBTypeId.INTERVAL, of('interval', 1186, 1187)],
  [DuckDBTypeId.UUID, of('uuid', 2950, 2951)],
  [DuckDBTypeId.BLOB, of('bytea', 17, 1001)],
  [DuckDBTypeId.BIT, of('varbit', 1562, 1563)],
  [DuckDBTypeId.STRUCT, json],
  [DuckDBTypeId.MAP, json],
  [DuckDBTypeId.UNION, json],
  [DuckDBTypeId.VARIANT, json],
]);

export function postgresTypeOf(type: DuckDBType): PostgresType {
  if (type.typeId === DuckDBTypeId.LIST || type.typeId === DuckDBTypeId.ARRAY) {
    const item = postgresTypeOf(type.valueType);
    // Lists in lists may differ in length, which arrays of Postgres may not.
    if (item.kind === 'json' || item.kind === 'array') return json;
    return { type: `${item.type}[]`, oid: item.array, array: 0, kind: 'array' };
  }
  // JSON is text with another name: its text is the cell as it is.
  if (type.alias === 'JSON') return { ...json, kind: 'text' };
  return plain.get(type.typeId) ?? text;
}
