import type pg from 'pg';
import { uniqueNames } from '@causeway/contract/unique-names.ts';

/** A column of what is exported, with what a format has to know of its type. */
export type ExportColumn = {
  /** Unlike all others: of two columns `a` the second is `a_2`. */
  name: string;
  /** The catalog's name of the type, a domain's being that of what it is made of: int4, _text. */
  typeName: string;
  /** As it is written in SQL, with its length: numeric(10,2). */
  exactType: string;
  /** Of an array. */
  element: string | undefined;
  /** Of a numeric with a limit. */
  precision: number | undefined;
  scale: number | undefined;
};

/** Asks what a SELECT would give, without running it. */
export async function describeColumns(client: pg.Client, select: string): Promise<ExportColumn[]> {
  const { fields } = await client.query(`select * from (${select}\n) as described limit 0`);
  const types = await describeTypes(client, fields);
  const names = uniqueNames(fields.map(({ name }) => name));
  return fields.map((field, index) => {
    const type = types.get(`${field.dataTypeID} ${field.dataTypeModifier}`);
    return {
      name: names[index] ?? field.name,
      typeName: type?.typeName ?? 'text',
      exactType: type?.exactType ?? 'text',
      element: type?.element ?? undefined,
      ...numericLimits(field),
    };
  });
}

type TypeRow = {
  oid: string;
  modifier: string;
  typeName: string;
  exactType: string;
  element: string | null;
};

async function describeTypes(client: pg.Client, fields: pg.FieldDef[]) {
  const { rows } = await client.query<TypeRow>(
    `select type.oid::text as oid, given.modifier::text as modifier, type.typname as "typeName",
       pg_catalog.format_type(type.oid, given.modifier) as "exactType",
       case when type.typcategory = 'A' then element.typname end as element
     from unnest($1::oid[], $2::int[]) as given(oid, modifier)
     join pg_catalog.pg_type type on type.oid = given.oid
     left join pg_catalog.pg_type element on element.oid = type.typelem`,
    [fields.map((field) => field.dataTypeID), fields.map((field) => field.dataTypeModifier)],
  );
  return new Map(rows.map((row) => [`${row.oid} ${row.modifier}`, row]));
}

const NUMERIC = 1700;

/** Precision and scale are packed into the modifier; the scale has a sign since Postgres 15. */
function numericLimits({ dataTypeID, dataTypeModifier }: pg.FieldDef) {
  if (dataTypeID !== NUMERIC || dataTypeModifier < 4) {
    return { precision: undefined, scale: undefined };
  }
  const packed = dataTypeModifier - 4;
  const scale = packed & 0x7ff;
  return { precision: (packed >> 16) & 0xffff, scale: scale > 1_023 ? scale - 2_048 : scale };
}
