import { formatBytes } from '@causeway/contract/bytes.ts';
import type { ObjectDetails } from '@causeway/contract/storage/objects.ts';
import { previewRoutes } from '@causeway/contract/storage/previews.ts';
import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { isErrorBody } from '#platform/api/client.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { useOpenHref } from '#platform/navigation/app-link.tsx';
import { folderOf, refreshFolders, storageKey } from '#domain/storage/storage-keys.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { inBucket, type Bucket } from '../bucket.ts';
import { detailsQuery } from '../storage-query.ts';
import { useEditHref } from '../use-folder-view.ts';
import { CropStage } from './crop-stage.tsx';
import { FileFrame } from './file-frame.tsx';
import {
  cutSize,
  isChanged,
  pathFor,
  toChanges,
  unchanged,
  type ImageDraft,
  type Size,
} from './image-changes.ts';
import classes from './image-editor.module.css';
import { ImageTools } from './image-tools.tsx';
import { useLeaveQuestion } from './use-leave-question.ts';

type ImageEditorProps = { bucket: Bucket; details: ObjectDetails };

/** A picture to turn, cut, resize and convert. The server does the work, on the original. */
export function ImageEditor({ bucket, details }: ImageEditorProps) {
  const { t } = useTranslation('storage');
  if (details.image) {
    return <LoadedImage bucket={bucket} details={details} original={details.image} />;
  }
  return (
    <FileFrame bucket={bucket} details={details} isDirty={false} tools={null}>
      <EmptyState icon="image" title={t('image.unknown')} line={t('image.unknownLine')} />
    </FileFrame>
  );
}

function LoadedImage({ bucket, details, original }: ImageEditorProps & { original: Size }) {
  const { t, i18n } = useTranslation('storage');
  const { number } = useFormats();
  const [draft, setDraft] = useState<ImageDraft>(unchanged);
  const [chosenPath, setChosenPath] = useState<string>();
  const path = chosenPath ?? pathFor(details.path, draft.format);
  const isDirty = isChanged(draft);
  const saving = useSaving({ bucket, details, draft, path, onSaved: () => setDraft(unchanged) });
  const result = draft.resize ?? cutSize(original, draft);
  const estimate = useResultBytes(bucket, details, draft);
  useLeaveQuestion(isDirty && !saving.isPending);

  function change(part: Partial<ImageDraft>) {
    saving.reset();
    setDraft({ ...draft, ...part });
  }

  return (
    <FileFrame
      bucket={bucket}
      details={details}
      isDirty={isDirty}
      notice={saving.isError && <SavingProblem saving={saving} />}
      tools={
        <>
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            disabled={!isDirty}
            onClick={() => change(unchanged)}
          >
            {t('image.reset')}
          </Button>
          <Button
            size="compact-sm"
            disabled={!bucket.canWrite || (!isDirty && path === details.path)}
            loading={saving.isPending}
            onClick={() => saving.mutate({ over: false })}
          >
            {t(path === details.path ? 'edit.save' : 'image.saveAs')}
          </Button>
        </>
      }
      status={
        <>
          <span>
            {t('image.from', {
              width: number(original.width),
              height: number(original.height),
              size: formatBytes(details.byte_size, i18n.language),
            })}
          </span>
          {isDirty && (
            <span aria-live="polite">
              {t('image.to', { width: number(result.width), height: number(result.height) })}
              {estimate.data !== undefined && `, ${formatBytes(estimate.data, i18n.language)}`}
            </span>
          )}
        </>
      }
    >
      <div className={classes.editor}>
        <div className={classes.stage}>
          <CropStage
            name={details.name}
            url={details.url}
            original={original}
            draft={draft}
            isReadOnly={!bucket.canWrite}
            onCrop={(crop) => change({ crop, resize: undefined })}
          />
        </div>
        {bucket.canWrite && (
          <ImageTools
            original={original}
            draft={draft}
            path={path}
            onDraft={change}
            onPath={setChosenPath}
          />
        )}
      </div>
    </FileFrame>
  );
}

/** How large the file would be, told by making it. */
function useResultBytes(bucket: Bucket, { path, etag }: ObjectDetails, draft: ImageDraft) {
  const [settled] = useDebouncedValue(draft, 400);
  const changes = toChanges(settled);
  return useQuery({
    queryKey: [...storageKey(bucket.connectorId, 'object', path, 'image'), etag, changes],
    queryFn: async ({ signal }) => {
      const body = { ...inBucket(bucket), path, changes };
      return (await api.file(previewRoutes.previewImage, { body }, { signal })).size;
    },
    enabled: isChanged(settled),
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  });
}

type SavingInput = {
  bucket: Bucket;
  details: ObjectDetails;
  draft: ImageDraft;
  path: string;
  onSaved: () => void;
};

/** In place only over what was opened; under another name only where there is none. */
function useSaving({ bucket, details, draft, path, onSaved }: SavingInput) {
  const queryClient = useQueryClient();
  const openHref = useOpenHref();
  const editHref = useEditHref();
  const isInPlace = path === details.path;
  return useMutation({
    mutationFn: ({ over }: { over: boolean }) =>
      api.call(previewRoutes.changeImage, {
        body: {
          ...inBucket(bucket),
          path: details.path,
          changes: toChanges(draft),
          ...(!isInPlace && { to: path, onlyIfNew: !over }),
          ...(isInPlace && details.etag && !over && { ifMatch: details.etag }),
        },
      }),
    onSuccess: async () => {
      onSaved();
      await queryClient.invalidateQueries(detailsQuery(bucket, details.path));
      await refreshFolders(bucket.connectorId, [folderOf(path), folderOf(details.path)]);
      if (!isInPlace) openHref(editHref(path));
    },
  });
}

/** Somebody else wrote there: it is only written over when that is said. */
function SavingProblem({ saving }: { saving: ReturnType<typeof useSaving> }) {
  const { t } = useTranslation('storage');
  const { error } = saving;
  const isTaken =
    isErrorBody(error) && (error.code === 'E_VERSION_CONFLICT' || error.code === 'E_OBJECT_EXISTS');
  return (
    <>
      {errorText(error)}
      {isTaken && (
        <Button size="compact-xs" variant="default" onClick={() => saving.mutate({ over: true })}>
          {t('image.saveOver')}
        </Button>
      )}
    </>
  );
}
