import { storageRoutes } from '@causeway/contract/storage/objects.ts';
import { Button, Checkbox, Group, Modal, NativeSelect, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { CopyButton } from '#ui/copy-button.tsx';
import { inBucket, type Bucket } from '../bucket.ts';
import { shownName } from '../keys.ts';
import classes from './link-dialog.module.css';

const expiries = [900, 3600, 24 * 3600, 3 * 24 * 3600, 7 * 24 * 3600] as const;

type LinkDialogProps = { bucket: Bucket; path: string; onClose: () => void };

/** A link of the bucket itself: whoever has it sees the object, until it ends. */
export function LinkDialog({ bucket, path, onClose }: LinkDialogProps) {
  const { t } = useTranslation('storage');
  const { dateTime } = useFormats();
  const [expiresIn, setExpiresIn] = useState<number>(3600);
  const [download, setDownload] = useState(false);
  const link = useMutation({
    mutationFn: () =>
      api.call(storageRoutes.signedUrl, {
        body: { ...inBucket(bucket), path, expiresIn, download },
      }),
  });
  return (
    <Modal
      opened
      onClose={onClose}
      closeButtonProps={{ 'aria-label': t('close') }}
      title={t('link.title', { name: shownName(path) })}
    >
      <p className={classes.line}>{t('link.line')}</p>
      <NativeSelect
        data-autofocus
        label={t('link.expiry')}
        value={String(expiresIn)}
        data={expiries.map((seconds) => ({
          value: String(seconds),
          label: t(`link.after.${seconds}`),
        }))}
        onChange={(event) => {
          setExpiresIn(Number(event.currentTarget.value));
          link.reset();
        }}
      />
      <Checkbox
        mt="sm"
        label={t('link.download')}
        checked={download}
        onChange={(event) => {
          setDownload(event.currentTarget.checked);
          link.reset();
        }}
      />
      {link.data && (
        <TextInput
          className={classes.link}
          label={t('link.label')}
          description={t('link.until', { time: dateTime(link.data.expiresAt) })}
          readOnly
          value={link.data.url}
          rightSection={<CopyButton value={link.data.url} label={t('link.copy')} />}
          onFocus={(event) => event.currentTarget.select()}
        />
      )}
      {link.isError && (
        <p className={classes.problem} role="alert">
          {errorText(link.error)}
        </p>
      )}
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" onClick={onClose}>
          {t('close')}
        </Button>
        {!link.data && (
          <Button loading={link.isPending} onClick={() => link.mutate()}>
            {t('link.make')}
          </Button>
        )}
      </Group>
    </Modal>
  );
}
