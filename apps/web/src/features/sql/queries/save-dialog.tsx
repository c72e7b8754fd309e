import { can } from '@causeway/contract/access.ts';
import { queryRoutes, type EditorTab, type SavedQuery } from '@causeway/contract/sql/queries.ts';
import { Autocomplete, Button, Checkbox, Group, Modal, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { isErrorBody } from '#platform/api/client.ts';
import { useCurrentProject } from '#platform/current-project/use-current-project.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { useTypedGuard } from '#platform/navigation/use-typed-guard.ts';
import { savedQueriesQuery } from '#domain/queries/saved-queries-query.ts';
import classes from './save-dialog.module.css';
import { QueryUses } from './query-uses.tsx';

const OtherVersion = lazy(() => import('./other-version.tsx'));

type SaveDialogProps = {
  connectorId: string;
  /** What is to be saved, or only the details of a query. */
  tab?: EditorTab;
  query?: SavedQuery;
  mayShare: boolean;
  onSaved: (query: SavedQuery) => void;
  onOpen?: (tab: Partial<EditorTab>) => void;
  onClose: () => void;
};

/** Saves a tab: as a new query, or as a new version of the one it was opened from. */
export function SaveDialog(props: SaveDialogProps) {
  const { connectorId, tab } = props;
  const saved = useQuery(savedQueriesQuery(connectorId));
  const known = props.query ?? saved.data?.find(({ id }) => id === tab?.queryId);
  if (saved.isPending) return null;
  return <SaveForm key={known?.id} {...props} known={known} saved={saved.data ?? []} />;
}

/** As a query of its own, or over the version of another that was seen. */
type Wish = { asNew?: boolean; over?: number };
type SaveFormProps = SaveDialogProps & { known: SavedQuery | undefined; saved: SavedQuery[] };

function SaveForm({ connectorId, tab, known, saved, mayShare, onSaved, ...more }: SaveFormProps) {
  const { onOpen, onClose } = more;
  const { t } = useTranslation('sql');
  const queryClient = useQueryClient();
  const isVersion = known?.isEditable === true;
  const [name, setName] = useState(known?.name ?? tab?.title ?? '');
  const [folder, setFolder] = useState(known?.folder ?? '');
  const [description, setDescription] = useState(known?.description ?? '');
  const [isShared, setIsShared] = useState(known?.isShared ?? false);
  const { project } = useCurrentProject();
  // Only its owner takes back what is shared, and an admin what has none any more.
  const isOrphaned = known?.owner === null && project && can(project.role, 'connectors.manage');
  const mustStay = known?.isShared && known.isEditable && !known.isMine && !isOrphaned;
  const folders = [...new Set(saved.map((query) => query.folder))].filter(Boolean);
  const save = useMutation({
    mutationFn: ({ asNew = false, over }: Wish) => {
      const content = {
        connector: { id: connectorId },
        name,
        folder,
        description,
        isShared: isShared && mayShare && !(asNew && mustStay),
        ...(tab && { sql: tab.sql, parameters: tab.parameters }),
      };
      if (!known || asNew) {
        return api.call(queryRoutes.create, {
          body: { ...content, sql: tab?.sql ?? known?.sql ?? '' },
        });
      }
      return api.call(queryRoutes.update, {
        params: { queryId: known.id },
        body: { ...content, version: over ?? tab?.queryVersion ?? known.version },
      });
    },
    // What others made of it is shown, so it is read before that is told.
    onError: () => queryClient.invalidateQueries(savedQueriesQuery(connectorId)),
    onSuccess: (query) => {
      void queryClient.invalidateQueries(savedQueriesQuery(connectorId));
      onSaved(query);
      onClose();
    },
  });

  const isConflict = isErrorBody(save.error) && save.error.code === 'E_VERSION_CONFLICT';
  const theirs = isConflict && tab ? known : undefined;

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    if (!theirs) save.mutate({ asNew: !isVersion });
  }
  const guard = useTypedGuard(onClose);

  return (
    <Modal
      opened
      {...guard}
      title={t(tab ? 'saved.title' : 'saved.edit')}
      size={theirs ? 720 : 460}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <form className={classes.form} onSubmit={submit}>
        <TextInput
          label={t('saved.name')}
          value={name}
          required
          maxLength={160}
          data-autofocus
          onChange={({ currentTarget: { value } }) => setName(value)}
        />
        <Autocomplete
          label={t('saved.folder')}
          placeholder={t('saved.folderHint')}
          value={folder}
          data={folders}
          onChange={setFolder}
        />
        <Textarea
          label={t('saved.description')}
          value={description}
          autosize
          minRows={2}
          maxRows={6}
          onChange={({ currentTarget: { value } }) => setDescription(value)}
        />
        <Checkbox
          label={t('saved.share')}
          description={
            mustStay
              ? t(tab ? 'saved.mayNotUnshareCopy' : 'saved.mayNotUnshare')
              : mayShare
                ? undefined
                : t('saved.mayNotShare')
          }
          checked={isShared}
          disabled={!mayShare || mustStay}
          onChange={({ currentTarget: { checked } }) => setIsShared(checked)}
        />
        {known && <QueryUses connectorId={connectorId} queryId={known.id} />}
        {theirs ? (
          <Suspense fallback={null}>
            <OtherVersion
              theirs={theirs}
              mine={tab?.sql ?? ''}
              isSaving={save.isPending}
              onOver={() => save.mutate({ over: theirs.version })}
              onOpen={() => {
                const { id: queryId, version, name: title, sql, parameters } = theirs;
                onOpen?.({ title, sql, parameters, queryId, queryVersion: version });
                onClose();
              }}
            />
          </Suspense>
        ) : (
          save.error && <p className={classes.error}>{errorText(save.error)}</p>
        )}
        <Group justify="flex-end" gap="xs">
          {isVersion && tab && (
            <Button
              variant="default"
              disabled={save.isPending}
              onClick={() => save.mutate({ asNew: true })}
            >
              {t('saved.saveNew')}
            </Button>
          )}
          {!theirs && (
            <Button type="submit" loading={save.isPending} disabled={name.trim() === ''}>
              {isVersion && tab
                ? t('saved.saveVersion', { version: known.version + 1 })
                : t('saved.save')}
            </Button>
          )}
        </Group>
      </form>
    </Modal>
  );
}
