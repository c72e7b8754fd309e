import { NativeSelect, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { useShownSchema } from './use-shown-schema.ts';
import { schemasQuery, type Source } from '../tables-query.ts';
import { tablesLooks, useTablesLook } from './use-tables-look.ts';

/** Which schema is shown, and how. */
export function TablesTools({ source }: { source: Source }) {
  const { t } = useTranslation('tables');
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
  const { t } = useTranslation('tables');
  const { number } = useFormats();
  const { schema: named, chooseSchema } = useTablesLook();
  const { data = [] } = useQuery(schemasQuery(source));
  const schema = useShownSchema(source, named);
  const names = data
    .filter((one) => (!one.isSystem && one.tables > 0) || one.name === schema)
    .map((one) => one.name);
  const countOf = (name: string) => data.find((one) => one.name === name)?.tables ?? 0;
  if (names.length < 2) return null;
  return (
    <NativeSelect
      aria-label={t('tables.schema')}
      data={names.map((value) => ({ value, label: `${value} (${number(countOf(value))})` }))}
      value={schema}
      onChange={({ currentTarget: { value } }) => chooseSchema(value)}
    />
  );
}
