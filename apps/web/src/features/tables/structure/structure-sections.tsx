import { formatBytes } from '@causeway/contract/bytes.ts';
import type { TableDetails } from '@causeway/contract/tables/details.ts';
import type { TableStructure } from '@causeway/contract/tables/structure.ts';
import { useTranslation } from 'react-i18next';
import { SqlBlock } from '#platform/code-editor/sql-block.tsx';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { CopyButton } from '#ui/copy-button.tsx';
import { DataList } from '#ui/data-list.tsx';
import { SimpleTable } from '#ui/simple-table.tsx';
import { AddButton } from '../changes/change-controls.tsx';
import { Columns, ColumnsElsewhere } from './section-columns.tsx';
import { Policies } from './section-policies.tsx';
import { Privileges } from './section-privileges.tsx';
import { Constraints, Indexes } from './section-rules.tsx';
import { Triggers } from './section-triggers.tsx';
import classes from './structure.module.css';
import { Code, Mark, Section, TableLink } from './section-parts.tsx';

type SectionsProps = { details: TableDetails; structure: TableStructure };

/** Only what there is: a table without triggers says nothing of them. */
export function StructureSections({ details, structure }: SectionsProps) {
  const { t } = useTranslation('structure');
  return (
    <>
      <Facts details={details} structure={structure} />
      <Section
        title={t('columns')}
        count={details.columns.length}
        aside={<AddButton kind="add-column" />}
      >
        <ColumnsElsewhere details={details} structure={structure} />
        <Columns columns={details.columns} />
      </Section>
      <Indexes structure={structure} />
      <Constraints structure={structure} />
      <Triggers structure={structure} />
      <Policies details={details} structure={structure} />
      <Privileges structure={structure} />
      <Partitions structure={structure} />
      <UsedBy usedBy={structure.usedBy} />
      <Section title={t('ddl')} aside={<CopyButton value={structure.ddl} label={t('copyDdl')} />}>
        <SqlBlock text={structure.ddl} label={t('ddl')} className={classes.ddl} />
      </Section>
    </>
  );
}

function Facts({ details, structure }: SectionsProps) {
  const { t, i18n } = useTranslation('structure');
  const formats = useFormats();
  const { size, reads } = structure;
  const bytes = (value: number) => formatBytes(value, i18n.language);
  return (
    <DataList
      items={[
        { label: t('kind'), value: t(`kinds.${details.kind}`) },
        ...(details.rowCount === null
          ? []
          : [{ label: t('rows'), value: `~${formats.number(details.rowCount)}` }]),
        ...(size
          ? [
              {
                label: t('size'),
                value: t('sizes', {
                  total: bytes(size.total),
                  table: bytes(size.table),
                  indexes: bytes(size.indexes),
                  outside: bytes(size.outside),
                }),
              },
            ]
          : []),
        ...(reads
          ? [
              {
                label: t('reads'),
                value: t('readCounts', {
                  whole: formats.number(reads.whole),
                  byIndex: formats.number(reads.byIndex),
                  dead: formats.number(reads.deadRows),
                }),
              },
            ]
          : []),
        ...(structure.partitionKey === null
          ? []
          : [{ label: t('partitionKey'), value: <Code>{structure.partitionKey}</Code> }]),
        ...(details.description === null
          ? []
          : [{ label: t('comment'), value: details.description }]),
      ]}
    />
  );
}

function Partitions({ structure: { partitions, partitionOf } }: { structure: TableStructure }) {
  const { t, i18n } = useTranslation('structure');
  const formats = useFormats();
  const listed = partitions.length > 0 ? partitions : [];
  if (listed.length === 0 && !partitionOf) return null;
  return (
    <Section title={t('partitions')} {...(listed.length > 0 && { count: listed.length })}>
      {partitionOf && (
        <p className={classes.note}>
          {t('partitionOf')} <TableLink {...partitionOf} /> <Code>{partitionOf.bound}</Code>
        </p>
      )}
      {listed.length > 0 && (
        <SimpleTable
          label={t('partitions')}
          rows={listed}
          rowKey={({ schema, name }) => `${schema}.${name}`}
          columns={[
            { key: 'name', header: t('name'), render: (part) => <TableLink {...part} /> },
            {
              key: 'bound',
              header: t('bound'),
              render: ({ bound }) => <Code isLong>{bound}</Code>,
            },
            {
              key: 'rows',
              header: t('rows'),
              isNumber: true,
              render: ({ rowCount }) => (rowCount === null ? '–' : `~${formats.number(rowCount)}`),
            },
            {
              key: 'size',
              header: t('size'),
              isNumber: true,
              render: ({ sizeBytes }) => formatBytes(sizeBytes, i18n.language),
            },
          ]}
        />
      )}
    </Section>
  );
}

function UsedBy({ usedBy }: { usedBy: TableStructure['usedBy'] }) {
  const { t } = useTranslation('structure');
  if (usedBy.length === 0) return null;
  return (
    <Section title={t('usedBy')} count={usedBy.length}>
      <ul className={classes.uses}>
        {usedBy.map(({ kind, schema, name }) => (
          <li key={`${kind} ${schema}.${name}`}>
            <Mark>{t(`kinds.${kind}`)}</Mark>{' '}
            {kind === 'function' ? (
              <Code>{`${schema}.${name}`}</Code>
            ) : (
              <TableLink schema={schema} name={name} />
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
