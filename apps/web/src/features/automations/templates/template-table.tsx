import type {
  TemplateChoices,
  TemplateNeed,
} from '@causeway/contract/automations/template-choices.ts';
import type { Project } from '@causeway/contract/projects.ts';
import { NativeSelect, TagsInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { TableChoice } from '#domain/connectors/table-choice.tsx';
import classes from './templates.module.css';

type TemplateTableProps = {
  project: Project;
  databases: Project['connectors'];
  needs: readonly TemplateNeed[];
  choices: TemplateChoices;
  /** What was left out when it was sent. */
  missing: 'table' | 'column' | undefined;
  /** Of the table, once they are known. */
  columns: string[];
  onChange: (change: Partial<TemplateChoices>) => void;
};

/** A table of a database, and of it the column or the key that the template works with. */
export function TemplateTable(props: TemplateTableProps) {
  const { project, databases, needs, choices, missing, columns, onChange } = props;
  const { t } = useTranslation('automations');
  const { databaseId, schema, table } = choices;
  if (databases.length === 0) return <p className={classes.hint}>{t('templates.noDatabase')}</p>;
  return (
    <>
      <NativeSelect
        label={t('wizard.database')}
        value={databaseId ?? ''}
        data={databases.map((one) => ({ value: one.id, label: one.name }))}
        onChange={({ currentTarget: { value } }) =>
          onChange({ databaseId: value, schema: 'public', table: '', column: '', keys: [] })
        }
      />
      {databaseId && (
        <TableChoice
          source={{ projectId: project.id, connectorId: databaseId }}
          schema={schema}
          table={table || undefined}
          error={missing === 'table' && t('templates.tableMissing')}
          onChange={(name) => onChange({ ...name, column: '', keys: [] })}
          onSchema={(next) => onChange({ schema: next, table: '', column: '', keys: [] })}
        />
      )}
      {table !== '' && needs.includes('column') && (
        <NativeSelect
          label={t('templates.column')}
          value={choices.column}
          error={missing === 'column' && t('templates.columnMissing')}
          data={[{ value: '', label: t('templates.choose') }, ...columns]}
          onChange={({ currentTarget: { value } }) => onChange({ column: value })}
        />
      )}
      {table !== '' && needs.includes('keys') && (
        <TagsInput
          label={t('templates.keys')}
          description={t('templates.keysLine')}
          data={columns}
          value={choices.keys}
          onChange={(keys) => onChange({ keys })}
        />
      )}
    </>
  );
}
