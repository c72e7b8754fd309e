import { snippetRoutes } from '@causeway/contract/snippets/routes.ts';
import {
  reportReasons,
  type ReportReason,
  type Snippet,
} from '@causeway/contract/snippets/snippet.ts';
import { Button, Modal, Radio, Stack, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { useTypedGuard } from '#platform/navigation/use-typed-guard.ts';
import { refreshSnippets } from '#domain/snippets/snippets-query.ts';
import { loadNotifications } from '#ui/notifications.ts';
import classes from './report-dialog.module.css';

type ReportDialogProps = { snippet: Snippet; onClose: () => void };

/** Tells staff what is wrong; nobody else learns who said so. */
export function ReportDialog({ snippet, onClose }: ReportDialogProps) {
  const { t } = useTranslation('snippets');
  const [reason, setReason] = useState<ReportReason>('secret');
  const [text, setText] = useState('');
  const report = useMutation({
    mutationFn: () =>
      api.call(snippetRoutes.report, {
        params: { snippetId: snippet.id },
        body: { reason, text },
      }),
    onSuccess: async () => {
      onClose();
      await refreshSnippets();
      (await loadNotifications()).show({ message: t('report.thanks') });
    },
  });

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    report.mutate();
  }
  const guard = useTypedGuard(onClose);

  return (
    <Modal
      opened
      {...guard}
      title={t('report.title')}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <form onSubmit={submit}>
        <Stack gap="sm">
          <Radio.Group label={t('report.reason')} value={reason} onChange={setReason}>
            <Stack gap={8} mt={8}>
              {reportReasons.map((value) => (
                <Radio key={value} value={value} label={t(`report.reasons.${value}`)} />
              ))}
            </Stack>
          </Radio.Group>
          <Textarea
            label={t('report.text')}
            autosize
            minRows={3}
            maxLength={2000}
            value={text}
            onChange={({ currentTarget: { value } }) => setText(value)}
          />
          {report.error && (
            <p className={classes.error} role="alert">
              {errorText(report.error)}
            </p>
          )}
          <Button type="submit" loading={report.isPending} className={classes.send}>
            {t('report.send')}
          </Button>
        </Stack>
      </form>
    </Modal>
  );
}
