import { exportRoutes } from '@causeway/contract/exports.ts';
import { Button, Modal } from '@mantine/core';
import { useDebouncedValue, useMediaQuery } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { queryClient } from '#platform/api/query-client.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { exportKey } from '#domain/transfers/transfer-keys.ts';
import { Icon } from '#ui/icon.tsx';
import { DestinationChoice } from './destination-choice.tsx';
import { destinationOf, fileOf, newDraft, sourceOf, type ExportDraft } from './export-draft.ts';
import classes from './export-dialog.module.css';
import { ExportProgress } from './export-progress.tsx';
import type { ExportSubject } from './export-subject.ts';
import { estimateQuery } from './exports-query.ts';
import { FormatChoice } from './format-choice.tsx';
import { FormatOptions } from './format-options.tsx';
import { RowsChoice } from './rows-choice.tsx';
import { saveFrom } from './save-from.ts';

type ExportDialogProps = { connectorId: string; subject: ExportSubject; onClose: () => void };

/** Asks what to export, how and where to; then shows how far it is, for as long as one likes to look. */
export default function ExportDialog({ connectorId, subject, onClose }: ExportDialogProps) {
  const { t } = useTranslation('exports');
  const isNarrow = useMediaQuery('(max-width: 767px)', undefined, {
    getInitialValueInEffect: false,
  });
  const [startedId, setStartedId] = useState<string>();
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('title', { name: subject.title })}
      size={620}
      fullScreen={isNarrow}
      closeButtonProps={{ 'aria-label': t('close') }}
      classNames={{ body: classes.body, content: classes.content, header: classes.header }}
    >
      {startedId === undefined ? (
        <ExportForm connectorId={connectorId} subject={subject} onStarted={setStartedId} />
      ) : (
        <ExportProgress connectorId={connectorId} exportId={startedId} onClose={onClose} />
      )}
    </Modal>
  );
}

type ExportFormProps = {
  connectorId: string;
  subject: ExportSubject;
  onStarted: (exportId: string) => void;
};

function ExportForm({ connectorId, subject, onStarted }: ExportFormProps) {
  const { t } = useTranslation('exports');
  const { number } = useFormats();
  const [draft, setDraft] = useState(() => newDraft(subject));
  const [settled] = useDebouncedValue(draft, 250);
  const estimate = useQuery(
    estimateQuery(connectorId, sourceOf(subject, settled), fileOf(settled)),
  );
  const fileName = estimate.data?.fileName ?? '';
  const start = useMutation({
    mutationFn: () =>
      api.call(exportRoutes.create, {
        body: {
          connector: { id: connectorId },
          source: sourceOf(subject, draft),
          file: fileOf(draft),
          destination: destinationOf(draft, fileName),
        },
      }),
    onSuccess: ({ downloadPath, ...record }) => {
      queryClient.setQueryData(exportKey(connectorId, 'one', record.id), record);
      void queryClient.invalidateQueries({ queryKey: exportKey(connectorId, 'list') });
      if (downloadPath !== null) saveFrom(downloadPath);
      onStarted(record.id);
    },
  });
  const change = (next: Partial<ExportDraft>) => {
    start.reset();
    setDraft({ ...draft, ...next });
  };
  const error = start.error ?? estimate.error;
  // The name of the file follows the format, so it has to be known before it is used.
  const isNamed =
    draft.key === undefined
      ? settled === draft && estimate.isSuccess && !estimate.isPlaceholderData
      : true;
  const isIncomplete =
    (subject.kind === 'table' && draft.columns.length === 0) ||
    (draft.to.kind === 'bucket' && (!isNamed || (draft.key ?? fileName).trim() === ''));
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isIncomplete) start.mutate();
      }}
    >
      <div className={classes.fields}>
        {subject.kind === 'table' && (
          <RowsChoice subject={subject} draft={draft} onChange={change} />
        )}
        <FormatChoice format={draft.format} onChange={(format) => change({ format })} />
        <FormatOptions draft={draft} onChange={change} />
        <DestinationChoice draft={draft} fileName={fileName} onChange={change} />
      </div>
      <footer className={classes.footer}>
        {error && (
          <p className={classes.problem} role="alert">
            <Icon name="error" /> {errorText(error)}
          </p>
        )}
        <output className={classes.estimate}>
          {estimate.data && (
            <>
              <strong>{fileName}</strong>
              {estimate.data.rows !== null &&
                ` · ${t('about', { count: estimate.data.rows, number: number(estimate.data.rows) })}`}
            </>
          )}
        </output>
        <Button
          type="submit"
          loading={start.isPending}
          disabled={isIncomplete}
          leftSection={<Icon name={draft.to.kind === 'bucket' ? 'upload' : 'download'} />}
        >
          {t(`start.${draft.to.kind}`)}
        </Button>
      </footer>
    </form>
  );
}
