import type { SchemaDiagram } from '@causeway/contract/tables/diagram.ts';
import { settingsNameOf, type TableName } from '@causeway/contract/tables/names.ts';
import { VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** The picture in words, for those who hear the page. */
export function ReferenceList({ diagram }: { diagram: SchemaDiagram }) {
  const { t } = useTranslation('tables');
  const textOf = (end: TableName & { columns: string[] }) =>
    `${settingsNameOf(end)} (${end.columns.join(', ')})`;
  return (
    <VisuallyHidden component="section" aria-label={t('diagram.list')}>
      <ul>
        {diagram.references.map(({ name, from, to }) => (
          <li key={`${settingsNameOf(from)} ${name}`}>
            {t('diagram.refersTo', { from: textOf(from), to: textOf(to) })}
          </li>
        ))}
      </ul>
    </VisuallyHidden>
  );
}
