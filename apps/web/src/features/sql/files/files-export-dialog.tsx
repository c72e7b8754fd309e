import { exportedFormats, fileRoutes, type ExportedFormat } from '@causeway/contract/sql/files.ts';
import { Button, Checkbox, Group, Modal, Radio } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { saveBlob } from '#domain/exports/save-from.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import classes from '../queries/save-dialog.module.css';

type FilesExportDialogProps = {
  connectorId: string;
  sql: string;
  title: string;
  onClose: () => void;
};

/** All rows of a statement over files as a file; closing stops it on the server too. */
export function FilesExportDialog({ connectorId, sql, title, onClose }: FilesExportDialogProps) {
  const { t } = useTranslation('sql');
  const [format, setFormat] = useState<ExportedFormat>('csv');
  const [spreadsheetSafe, setSpreadsheetSafe] = useState(false);
  const gone = useRef<AbortController>(undefined);
  useEffect(() => () => gone.current?.abort(), []);
  const save = useMutation({
    mutationFn: () => {
      gone.current = new AbortController();
      const body = {
        connector: { id: connectorId },
        sql,
        format,
        spreadsheetSafe,
        title: title.slice(0, 200),
      };
      return api.file(fileRoutes.export, { body }, { signal: gone.current.signal });
    },
    onSuccess: (file) => {
      saveBlob(file, `${title.replaceAll('/', '-')}.${format}`);
      onClose();
    },
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('files.exportTitle')}
      size={420}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <div className={classes.form}>
        <Radio.Group
          label={t('files.exportFormat')}
          description={t('files.exportLine')}
          value={format}
          onChange={setFormat}
        >
          <Group gap="md" mt="xs">
            {exportedFormats.map((one) => (
              <Radio key={one} value={one} label={t(`files.formats.${one}`)} />
            ))}
          </Group>
        </Radio.Group>
        {format === 'csv' && (
          <Checkbox
            label={t('files.spreadsheetSafe')}
            description={t('files.spreadsheetSafeLine')}
            checked={spreadsheetSafe}
            onChange={({ currentTarget }) => setSpreadsheetSafe(currentTarget.checked)}
          />
        )}
        {save.error && <p className={classes.error}>{errorText(save.error)}</p>}
        <Group justify="flex-end">
          <Button loading={save.isPending} onClick={() => save.mutate()}>
            {t('files.export')}
          </Button>
        </Group>
      </div>
    </Modal>
  );
}
