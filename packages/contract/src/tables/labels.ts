import { z } from 'zod';
import { queryNumber, route } from '../route.ts';
import { sentConnector } from '../sql/sql.ts';
import type { TableColumn } from './details.ts';
import { keyInAddress } from './tables.ts';

/** A value for each column a reference points at, as the text Postgres prints. */
const referencedKey = z.record(z.string().max(300), z.string().max(10_000));
export type ReferencedKey = z.infer<typeof referencedKey>;

/** What people call a row: its key, and what its label column says, if there is one and it says something. */
export const labelledRow = z.object({ key: referencedKey, label: z.string().nullable() });
export type LabelledRow = z.infer<typeof labelledRow>;

/** Which columns make up `key`: those a foreign key points at, the table's own key unless named. */
const columns = z.array(z.string().min(1).max(300)).min(1).max(32);
const labelColumn = z.string().nullable();
const schema = z.string().min(1).max(300).default('public');
const tableParams = z.object({ table: z.string().min(1).max(300) });

export const MOST_LABELS = 1_000;

export const tableLabelRoutes = {
  lookup: route({
    method: 'GET',
    path: '/api/tables/v1/tables/:table/lookup',
    summary: 'Rows of a table by what people call them, for choosing one: label or key',
    access: { action: 'sql.read', connector: 'sql' },
    params: tableParams,
    query: z.object({
      connector: sentConnector,
      schema,
      columns: columns.optional(),
      /** Part of the label, or the key itself; empty lists the first rows. */
      search: z.string().max(300).default(''),
      /** Values of some columns of the key: rows that have them come first. */
      near: keyInAddress.optional(),
      limit: queryNumber.int().min(1).max(100).default(20),
    }),
    answer: z.object({
      labelColumn,
      items: z.array(labelledRow),
      /** True when more rows fit than are listed. */
      more: z.boolean(),
    }),
  }),
  labels: route({
    method: 'POST',
    path: '/api/tables/v1/tables/:table/labels',
    summary: 'What people call the rows with these keys; keys without a row are left out',
    access: { action: 'sql.read', connector: 'sql' },
    effect: 'reads',
    params: tableParams,
    body: z.strictObject({
      connector: sentConnector,
      schema,
      columns: columns.optional(),
      keys: z.array(referencedKey).max(MOST_LABELS),
    }),
    answer: z.object({ labelColumn, items: z.array(labelledRow) }),
    write: 'repeatable',
  }),
};

type Labelling = Pick<TableColumn, 'name' | 'category'>;

/** What people usually call the column that names a row, the surest first. */
const usualNames = [
  'name',
  'title',
  'label',
  'full_name',
  'fullname',
  'display_name',
  'displayname',
  'username',
  'user_name',
  'email',
  'subject',
  'headline',
  'caption',
  'number',
  'code',
  'sku',
  'slug',
];

/**
 * The column that names rows of a table: the one that was chosen, while it exists, else the likeliest
 * by its name. Undefined where rows have nothing but their key.
 */
export function findLabelColumn<Column extends Labelling>({
  columns: all,
  chosen,
}: {
  columns: readonly Column[];
  chosen?: string | undefined;
}): Column | undefined {
  const byChoice = all.find(({ name }) => name === chosen);
  if (byChoice) return byChoice;
  const texts = all.filter(({ category }) => category === 'S');
  const named = (wanted: string) => texts.find(({ name }) => name.toLowerCase() === wanted);
  const bySuffix = texts.find(({ name }) => /(^|_)(name|title|label)$/i.test(name));
  return usualNames.map(named).find((column) => column !== undefined) ?? bySuffix;
}
