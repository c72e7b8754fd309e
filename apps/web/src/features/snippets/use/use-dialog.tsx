import { can } from '@causeway/contract/access.ts';
import { snippetRoutes } from '@causeway/contract/snippets/routes.ts';
import type { Snippet } from '@causeway/contract/snippets/snippet.ts';
import { textIn } from '@causeway/contract/translatable.ts';
import { Button, Modal, Select } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { SqlBlock } from '#platform/code-editor/sql-block.tsx';
import { scopedHref, useCurrentProject } from '#platform/current-project/use-current-project.ts';
import { useProjects } from '#platform/current-project/projects-query.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { useOpenHref } from '#platform/navigation/app-link.tsx';
import { refreshSnippets } from '#domain/snippets/snippets-query.ts';
import { useContentLanguage } from '#platform/settings/content-language.ts';
import { useTypedGuard } from '#platform/navigation/use-typed-guard.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { SkeletonLines } from '#ui/skeletons.tsx';
import { BadgeMark } from '../badge-mark.tsx';
import { CheckLine } from './check-line.tsx';
import { MappingFields } from './mapping-fields.tsx';
import { addEditorTab } from '#domain/queries/add-editor-tab.ts';
import { ParameterFields } from './parameter-fields.tsx';
import classes from './use-dialog.module.css';
import { useMapping } from './use-mapping.ts';
import { useStatementCheck } from './use-statement-check.ts';

type UseDialogProps = { snippet: Snippet; onClose: () => void };

/** Fits a snippet to the reader's own schema, and takes it to the editor. Nothing runs by itself. */
export default function UseDialog({ snippet, onClose }: UseDialogProps) {
  const { t } = useTranslation('snippets');
  const language = useContentLanguage();
  const isNarrow = useMediaQuery('(max-width: 767px)', undefined, {
    getInitialValueInEffect: false,
  });
  const { databases, chosen, choose } = useDatabases();
  const guard = useTypedGuard(onClose);
  return (
    <Modal
      opened
      {...guard}
      title={
        <span className={classes.title}>
          {t('use.title', { name: textIn(snippet.title, language) })}{' '}
          <BadgeMark badge={snippet.badge} />
        </span>
      }
      size={1040}
      fullScreen={isNarrow}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {chosen ? (
        <>
          {databases.length > 1 && (
            <Select
              className={classes.database}
              label={t('use.database')}
              searchable
              allowDeselect={false}
              data={databases.map(({ project, connector }) => ({
                value: connector.id,
                label: `${connector.name} · ${project.name}`,
              }))}
              value={chosen.connector.id}
              onChange={(id) => id !== null && choose(id)}
            />
          )}
          <Fitting key={chosen.connector.id} snippet={snippet} database={chosen} />
        </>
      ) : (
        <EmptyState icon="database" title={t('use.noDatabase')} line={t('use.noDatabaseLine')} />
      )}
    </Modal>
  );
}

/** Every database of the reader's projects; the current one is meant unless they say otherwise. */
function useDatabases() {
  const current = useCurrentProject();
  const [id, choose] = useState(current.connector?.id);
  const databases = useProjects().flatMap((project) =>
    project.connectors
      .filter(({ implementation }) => implementation === 'sql')
      .map((connector) => ({ project, connector })),
  );
  const ofProject = databases.find(({ project }) => project.id === current.project?.id);
  const chosen =
    databases.find(({ connector }) => connector.id === id) ?? ofProject ?? databases[0];
  return { databases, chosen, choose };
}

type Database = NonNullable<ReturnType<typeof useDatabases>['chosen']>;

function Fitting({ snippet, database }: { snippet: Snippet; database: Database }) {
  const { t } = useTranslation('snippets');
  const language = useContentLanguage();
  const openHref = useOpenHref();
  const { project, connector } = database;
  const mapping = useMapping(snippet.sql, connector.id);
  const [values, setValues] = useState<Record<string, string | null>>(() =>
    Object.fromEntries(snippet.parameters.map(({ name, value }) => [name, value])),
  );
  const sql = mapping.filled.text;
  const isMapped = !mapping.isLoading && mapping.missing.length === 0;
  const check = useStatementCheck({ connectorId: connector.id, sql, values }, isMapped);
  const open = useMutation({
    mutationFn: async () => {
      const tabId = await addEditorTab({
        connectorId: connector.id,
        title: textIn(snippet.title, language),
        sql,
        parameters: Object.entries(values).map(([name, value]) => ({
          name,
          type: check.data?.types[name] ?? typeOf(snippet, name),
          value,
        })),
      });
      await api.call(snippetRoutes.noteUse, { params: { snippetId: snippet.id } });
      openHref(`${scopedHref('/sql/editor', project, connector)}&tab=${tabId}`);
      await refreshSnippets();
    },
  });
  if (mapping.error) {
    return <ErrorState error={mapping.error} onRetry={() => void mapping.schema.refetch()} />;
  }
  if (mapping.schema.isPending) return <SkeletonLines count={8} />;
  const onlyReads = !can(project.role, 'sql.write') || connector.settings.readOnly === true;
  return (
    <div className={classes.columns}>
      <div className={classes.fields}>
        {mapping.mapped.length > 0 ? (
          <MappingFields mapping={mapping} />
        ) : (
          <p className={classes.hint}>{t('use.noTables')}</p>
        )}
        <ParameterFields
          sql={snippet.sql}
          types={check.data?.types ?? {}}
          values={values}
          onValue={(name, value) => setValues({ ...values, [name]: value })}
        />
      </div>
      <div className={classes.preview}>
        <SqlBlock key={sql} text={sql} label={t('use.preview')} className={classes.sql} />
        <CheckLine missing={mapping.missing} isMapped={isMapped} check={check} />
        {snippet.badge !== 'read' && onlyReads && (
          <p className={classes.hint}>{t('use.onlyReads')}</p>
        )}
        {open.error && (
          <p className={classes.error} role="alert">
            {errorText(open.error)}
          </p>
        )}
        <div className={classes.actions}>
          <span className={classes.hint}>{t('use.neverRuns')}</span>
          <Button disabled={!isMapped} loading={open.isPending} onClick={() => open.mutate()}>
            {t(check.data?.problem ? 'use.openAnyway' : 'use.open')}
          </Button>
        </div>
      </div>
    </div>
  );
}

function typeOf({ parameters }: Snippet, name: string): string {
  return parameters.find((parameter) => parameter.name === name)?.type ?? 'text';
}
