import { isNumberType } from '@causeway/contract/artifacts.ts';
import { readNumber } from '@causeway/contract/drawing/number-reading.ts';
import type { QueryRows, ResultCondition } from '@causeway/contract/sql/queries.ts';
import { Menu } from '@mantine/core';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon.tsx';
import type { TileMenuEntryProps } from './tile-menu-entry.ts';

const RowsBehindDialog = lazy(() => import('../rows-behind-dialog.tsx'));

/** The rows that a number, or all of a chart, is counted from. */
export function RowsBehindEntry(props: TileMenuEntryProps) {
  const { tile, title, query, parameters, where, rows, show } = props;
  const { t } = useTranslation('dashboards');
  const found = rows.data;
  if (!found || tile.kind === 'table') return null;
  const measure =
    tile.kind === 'number' && found.rows.length > 0 ? readNumber(found).value.column : undefined;
  const open = () =>
    show((close) => (
      <RowsBehindDialog
        title={title}
        query={query}
        parameters={parameters}
        where={where}
        mark={tile.kind === 'number' ? lastRow(found) : []}
        measure={measure}
        onClose={close}
      />
    ));
  return (
    <Menu.Item leftSection={<Icon name="table" />} onClick={open}>
      {t('behind.open')}
    </Menu.Item>
  );
}

/** A number of several rows is that of the last: of its month, its name. */
function lastRow({ fields, rows }: QueryRows): ResultCondition[] {
  const last = rows.at(-1);
  if (!last || rows.length < 2) return [];
  return fields.flatMap(({ name, type }, at): ResultCondition[] => {
    if (isNumberType(type)) return [];
    const cell = last[at] ?? null;
    const condition = cell === null ? { in: [], empty: true } : { in: [String(cell)] };
    return [{ column: name, condition }];
  });
}
