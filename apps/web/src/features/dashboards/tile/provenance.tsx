import type { QueryRows, RunParameter } from '@causeway/contract/sql/queries.ts';
import { Button, Group, Modal, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useCurrentProject } from '#platform/current-project/use-current-project.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { SkeletonLines } from '#ui/skeletons.tsx';
import { useProjectFormats } from '../use-project-formats.ts';
import { savedQuery } from './saved-query.ts';
import classes from './provenance.module.css';
import type { ReadyQuery } from './ready-tile.tsx';

type ProvenanceProps = {
  title: string;
  query: ReadyQuery;
  parameters: RunParameter[];
  result: QueryRows | undefined;
  editorHref: string;
  onClose: () => void;
};

/** Where what a tile shows is from: the statement, its values, the database, and when. */
export default function Provenance(props: ProvenanceProps) {
  const { title, query, parameters, result, editorHref, onClose } = props;
  const { t } = useTranslation('dashboards');
  const { moment, number } = useProjectFormats();
  const { project } = useCurrentProject();
  const { connectorId, version } = query;
  const saved = useQuery(savedQuery(query));
  const connector = project?.connectors.find(({ id }) => id === connectorId);
  const given = new Map(parameters.map(({ name, value }) => [name, value]));
  const values = query.parameters.map(({ name, value }) => ({
    name,
    value: given.has(name) ? (given.get(name) ?? null) : value,
  }));
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('tile.provenanceOf', { name: title })}
      size={640}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Stack gap="sm">
        <dl className={classes.facts}>
          <dt>{t('provenance.query')}</dt>
          <dd>
            {t('provenance.version', { name: query.name, version: result?.version ?? version })}
          </dd>
          <dt>{t('provenance.connector')}</dt>
          <dd>{connector?.name ?? '—'}</dd>
          {result && (
            <>
              <dt>{t('provenance.asOf')}</dt>
              <dd>
                {t('provenance.took', {
                  time: moment(result.asOf),
                  milliseconds: number(Math.round(result.milliseconds)),
                })}
              </dd>
              <dt>{t('provenance.rows')}</dt>
              <dd>
                {number(result.rows.length)}
                {result.hasMore && '+'}
              </dd>
            </>
          )}
          {values.map(({ name, value }) => (
            <div key={name} className={classes.value}>
              <dt>:{name}</dt>
              <dd>{value ?? 'NULL'}</dd>
            </div>
          ))}
        </dl>
        <QueryView query={saved} skeleton={<SkeletonLines />}>
          {({ sql }) => (
            <>
              <pre className={classes.sql}>{sql}</pre>
              <Group justify="flex-end">
                <CopyButton value={sql} />
                <Button component={AppLink} href={editorHref}>
                  {t('tile.openQuery')}
                </Button>
              </Group>
            </>
          )}
        </QueryView>
      </Stack>
    </Modal>
  );
}
