import { uploadRoutes, type OpenUpload } from '@causeway/contract/storage/uploads.ts';
import { Button } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { folderOf, storageKey } from '#domain/storage/storage-keys.ts';
import { FileButton } from '#ui/file-button.tsx';
import { Icon } from '#ui/icon.tsx';
import { inBucket, type Bucket } from '../bucket.ts';
import { shownName } from '../keys.ts';
import { fingerprintOf } from './send-file.ts';
import classes from './tray.module.css';
import { LineButton } from './upload-line.tsx';
import { addUploads, giveUp, type Upload } from './upload-queue.ts';

function openUploadsQuery(bucket: Bucket) {
  return queryOptions({
    queryKey: storageKey(bucket.connectorId, 'uploads'),
    queryFn: ({ signal }) => api.call(uploadRoutes.list, { query: inBucket(bucket) }, { signal }),
    enabled: bucket.canWrite,
  });
}

type InterruptedUploadsProps = { bucket: Bucket; uploads: Upload[] };

/** A browser forgets its files with the page; the server still has their parts. */
export function InterruptedUploads({ bucket, uploads }: InterruptedUploadsProps) {
  const { t } = useTranslation('storage');
  const { data = [] } = useQuery(openUploadsQuery(bucket));
  const known = new Set(uploads.map(({ key }) => key));
  const interrupted = data.filter(({ path }) => !known.has(path));
  if (interrupted.length === 0) return null;
  return (
    <section className={classes.tray} aria-label={t('interrupted.title')}>
      <header className={classes.header}>
        <h2 className={classes.title}>{t('interrupted.title')}</h2>
      </header>
      <ul className={classes.lines}>
        {interrupted.map((upload) => (
          <InterruptedLine key={upload.id} bucket={bucket} upload={upload} />
        ))}
      </ul>
    </section>
  );
}

function InterruptedLine({ bucket, upload }: { bucket: Bucket; upload: OpenUpload }) {
  const { t } = useTranslation('storage');
  const { percent } = useFormats();
  const [isOther, setIsOther] = useState(false);
  const arrived = upload.parts.reduce((sum, { byte_size }) => sum + byte_size, 0);

  function goOn(file: File | null) {
    if (!file) return;
    const isSame = fingerprintOf(file) === upload.fingerprint;
    setIsOther(!isSame);
    if (!isSame) return;
    const folder = folderOf(upload.path);
    addUploads(bucket, folder, [{ file, path: upload.path.slice(folder.length) }]);
  }

  return (
    <li className={classes.line}>
      <Icon name="pause" />
      <div className={classes.what}>
        <span className={classes.name} title={upload.path}>
          {shownName(upload.path)}
        </span>
        <span className={classes.facts}>
          {isOther
            ? t('interrupted.other')
            : t('interrupted.arrived', { share: percent(arrived / upload.byte_size) })}
        </span>
      </div>
      <FileButton onChange={goOn}>
        {(props) => (
          <Button {...props} size="compact-xs" variant="default">
            {t('interrupted.choose')}
          </Button>
        )}
      </FileButton>
      <LineButton
        icon="close"
        label={t('upload.cancel')}
        onClick={() => void giveUp(bucket.connectorId, upload.id)}
      />
    </li>
  );
}
