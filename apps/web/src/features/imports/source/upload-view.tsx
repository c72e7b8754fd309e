import { formatBytes } from '@causeway/contract/bytes.ts';
import { importRoutes } from '@causeway/contract/imports/imports.ts';
import type { ImportRecord } from '@causeway/contract/imports/records.ts';
import { Button, Progress } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { useOpenHref } from '#platform/navigation/app-link.tsx';
import { notifyError } from '#platform/notify-error.ts';
import { findPace } from '#domain/transfers/pace.ts';
import { Icon } from '#ui/icon.tsx';
import { FileSource } from './file-source.tsx';
import { useImportHref } from '../import-address.ts';
import { fileNameOf } from '../names.ts';
import classes from './upload-view.module.css';
import { resumeUpload, startUpload, stopUpload, useUpload, type Upload } from './uploads.ts';

type UploadViewProps = { connectorId: string; record: ImportRecord };

/** The file is on its way; when the tab was closed meanwhile, choosing it again goes on where it stopped. */
export function UploadView({ connectorId, record }: UploadViewProps) {
  const { t } = useTranslation('imports');
  const openHref = useOpenHref();
  const importHref = useImportHref();
  const upload = useUpload(record.id);
  const [isOther, setIsOther] = useState(false);
  const discard = useMutation({
    mutationFn: () => {
      stopUpload(record.id);
      return api.call(importRoutes.remove, {
        params: { importId: record.id },
        query: { connector: { id: connectorId } },
      });
    },
    onSuccess: () => openHref(importHref({})),
    onError: notifyError,
  });

  function goOn(file: File) {
    const isSame = file.size === record.size;
    setIsOther(!isSame);
    if (isSame) void startUpload(connectorId, record, file);
  }

  return (
    <section className={classes.upload} aria-label={t('upload.label')}>
      <h2 className={classes.name}>
        <Icon name="file" /> {fileNameOf(record.source)}
      </h2>
      {upload && upload.error === undefined ? (
        <Sending upload={upload} />
      ) : (
        <>
          <p className={classes.line} role="alert">
            {t('upload.interrupted')}{' '}
            {upload
              ? errorText(upload.error)
              : t('upload.again', { name: fileNameOf(record.source) })}
          </p>
          {!upload && <FileSource isBusy={false} onFile={goOn} />}
          {isOther && <p className={classes.problem}>{t('upload.other')}</p>}
        </>
      )}
      <div className={classes.buttons}>
        {upload?.error !== undefined && (
          <Button onClick={() => resumeUpload(connectorId, record)}>{t('upload.goOn')}</Button>
        )}
        <Button variant="default" loading={discard.isPending} onClick={() => discard.mutate()}>
          {t('upload.cancel')}
        </Button>
      </div>
    </section>
  );
}

function Sending({ upload: { sent, size, startedAt } }: { upload: Upload }) {
  const { t, i18n } = useTranslation('imports');
  const { duration } = useFormats();
  const pace = findPace({ startedAt, done: sent, total: size });
  const bytes = (count: number) => formatBytes(count, i18n.language);
  return (
    <>
      <Progress value={(sent / size) * 100} aria-label={t('upload.label')} />
      <p className={classes.line}>
        {[
          t('upload.of', { sent: bytes(sent), size: bytes(size) }),
          ...(pace ? [t('upload.perSecond', { bytes: bytes(pace.perSecond) })] : []),
          ...(pace && pace.secondsLeft !== null
            ? [t('job.left', { duration: duration(pace.secondsLeft) })]
            : []),
        ].join(' · ')}
      </p>
      <p className={classes.hint}>{t('upload.keepOpen')}</p>
    </>
  );
}
