import { NativeSelect, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { schemasQuery, type Source } from './tables-query.ts';
import { tablesLooks, useTablesLook } from './use-tables-look.ts';

/** Which schema is shown, and how. */
export function TablesTools({ source }: { source: Source }) {
  const { t } = useTranslation('explore');
  const { look, chooseLook } = useTablesLook();
  return (
    <>
      <SchemaChoice source={source} />
      <SegmentedControl
        size="xs"
        aria-label={t('look.label')}
        value={look}
        onChange={(next) => chooseLook(tablesLooks.find((known) => known === next) ?? 'table')}
        data={tablesLooks.map((value) => ({ value, label: t(`look.${value}`) }))}
      />
    </>
  );
}

/** Most databases have one schema, and then there is nothing to choose. */
function SchemaChoice({ source }: { source: Source }) {
  const { t } = useTranslation('explore');
  const { schema, chooseSchema } = useTablesLook();
  const { data = [] } = useQuery(schemasQuery(source));
  const names = data
    .filter((one) => (!one.isSystem && one.tables > 0) || one.name === schema)
    .map((one) => one.name);
  if (names.length < 2) return null;
  return (
    <NativeSelect
      aria-label={t('tables.schema')}
      data={names}
      value={schema}
      onChange={({ currentTarget: { value } }) => chooseSchema(value)}
    />
  );
}
