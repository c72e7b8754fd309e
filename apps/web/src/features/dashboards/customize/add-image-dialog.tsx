import type { TileContent } from '@causeway/contract/dashboards/dashboards.ts';
import type { Project } from '@causeway/contract/projects.ts';
import { Button, Group, Modal, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTypedGuard } from '#platform/navigation/use-typed-guard.ts';
import { ImageFields } from './words-of-tile.tsx';

type AddImageDialogProps = {
  project: Project;
  bucketId: string;
  onAdd: (tile: TileContent) => void;
  onClose: () => void;
};

/** A picture of a bucket, by its path. */
export function AddImageDialog({ project, bucketId, onAdd, onClose }: AddImageDialogProps) {
  const { t } = useTranslation('dashboards');
  const [parts, setParts] = useState({
    connectorId: bucketId,
    path: '',
    alt: '',
    fit: 'contain' as 'contain' | 'cover',
  });
  const guard = useTypedGuard(onClose);
  return (
    <Modal
      opened
      {...guard}
      title={t('image.add')}
      size={460}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onAdd({ kind: 'image', title: '', ...parts });
          onClose();
        }}
      >
        <Stack gap="sm">
          <ImageFields project={project} parts={parts} onChange={setParts} />
          <Group justify="flex-end">
            <Button type="submit" disabled={parts.path === ''}>
              {t('addTile')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
