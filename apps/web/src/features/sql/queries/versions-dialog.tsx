import { queryRoutes, type EditorTab, type QueryVersion } from '@causeway/contract/sql/queries.ts';
import { Button, Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { savedQueriesQuery } from '#domain/queries/saved-queries-query.ts';
import { api } from '#platform/api/api.ts';
import { TextDifference } from '#platform/code-editor/text-difference.tsx';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { QueryView } from '#ui/query-view.tsx';
import { VersionsFrame } from '#ui/versions-frame.tsx';
import { QueryUses } from './query-uses.tsx';
import classes from './versions-dialog.module.css';

type VersionsDialogProps = {
  connectorId: string;
  queryId: string;
  /** What stands in the editor, which may be newer than every version. */
  now: string | undefined;
  onOpen: (tab: Partial<EditorTab>) => void;
  onClose: () => void;
};

/** What a query was, and what changed from one version to the next. */
export default function VersionsDialog(props: VersionsDialogProps) {
  const { connectorId, queryId, now, onOpen, onClose } = props;
  const { t } = useTranslation('sql');
  const isNarrow = useMediaQuery('(max-width: 767px)', undefined, {
    getInitialValueInEffect: false,
  });
  const versions = useQuery({
    queryKey: ['queries', connectorId, 'versions', queryId],
    queryFn: ({ signal }) =>
      api.call(
        queryRoutes.versions,
        { params: { queryId }, query: { connector: { id: connectorId } } },
        { signal },
      ),
    staleTime: 0,
  });
  const { data: saved = [] } = useQuery(savedQueriesQuery(connectorId));
  const known = saved.find(({ id }) => id === queryId);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('toolbar.versions')}
      size={900}
      fullScreen={isNarrow}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <QueryView query={versions}>
        {(list) => (
          <>
            <Versions
              list={list}
              now={now}
              onOpen={(version) => {
                const parameters = version.parameters ?? known?.parameters ?? [];
                const title = `${version.name} v${version.version}`;
                // Whoever goes back to it has seen the newest.
                const queryVersion = list[0]?.version ?? version.version;
                onOpen({ title, sql: version.sql, parameters, queryId, queryVersion });
                onClose();
              }}
            />
            <QueryUses connectorId={connectorId} queryId={queryId} />
          </>
        )}
      </QueryView>
    </Modal>
  );
}

type VersionsProps = {
  list: QueryVersion[];
  now: string | undefined;
  onOpen: (version: QueryVersion) => void;
};

function Versions({ list, now, onOpen }: VersionsProps) {
  const { t } = useTranslation('sql');
  const { dateTime } = useFormats();
  const isEdited = now !== undefined && now !== list[0]?.sql;
  const [place, setPlace] = useState(isEdited ? -1 : 0);
  const chosen = list[place];
  const after = chosen?.sql ?? now ?? '';
  return (
    <VersionsFrame
      versions={[
        ...(isEdited ? [{ key: -1, name: t('versions.now'), detail: t('versions.notSaved') }] : []),
        ...list.map(({ version, author, createdAt }, key) => ({
          key,
          name: t('versions.number', { version }),
          detail: `${author ?? t('versions.gone')} · ${dateTime(createdAt)}`,
        })),
      ]}
      chosen={place}
      onChoose={setPlace}
    >
      <TextDifference
        isSql
        key={place}
        className={classes.difference}
        before={list[place + 1]?.sql}
        after={after}
        label={t('versions.difference')}
      />
      {chosen && (
        <Button size="compact-sm" variant="default" onClick={() => onOpen(chosen)}>
          {t('versions.open')}
        </Button>
      )}
    </VersionsFrame>
  );
}
