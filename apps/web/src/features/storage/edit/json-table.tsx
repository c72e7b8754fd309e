import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { CellsGrid, type CellRow } from './cells-grid.tsx';
import { addChild, replaceNode, shownText, typedAsJson, type JsonNode } from './json-nodes.ts';
import { listColumns, listRowObjects } from './json-rows.ts';

type JsonTableProps = {
  text: string;
  root: JsonNode;
  isReadOnly: boolean;
  onText: (text: string) => void;
};

/** A list of objects as rows; a value that is a list or an object itself is changed in the tree. */
export default function JsonTable({ text, root, isReadOnly, onText }: JsonTableProps) {
  const { t } = useTranslation('storage');
  const items = useMemo(() => listRowObjects(root) ?? [], [root]);
  const columns = useMemo(() => listColumns(items), [items]);
  const valueAt = (row: number, column: number) =>
    items[row - 1]?.members.findLast(({ key }) => key === columns[column])?.value;
  const rows = useMemo(
    () =>
      items.map(({ members }, place): CellRow => {
        const values = new Map(members.map(({ key, value }) => [key, value]));
        const cells = columns.map((key) => {
          const value = values.get(key);
          return value && shownText(text, value);
        });
        return { index: place + 1, cells };
      }),
    [items, columns, text],
  );

  function change(row: CellRow, column: number, typed: string) {
    const item = items[row.index - 1];
    const key = columns[column];
    if (!item || key === undefined) return;
    const value = valueAt(row.index, column);
    const raw = typedAsJson(typed, value?.kind);
    onText(value ? replaceNode(text, value, raw) : addChild(text, item, { key, raw }));
  }

  return (
    <CellsGrid
      label={t('json.table')}
      columns={columns}
      rows={rows}
      isReadOnly={isReadOnly}
      isFixed={(row, column) => {
        const kind = valueAt(row.index, column)?.kind;
        return kind === 'object' || kind === 'array';
      }}
      onCell={change}
    />
  );
}
