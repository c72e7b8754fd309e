import { ActionIcon, Tooltip } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon.tsx';
import type { Bucket } from '../bucket.ts';

const VersionsDialog = lazy(() => import('./versions-dialog.tsx'));

type VersionsButtonProps = { bucket: Bucket; path: string; onRestored: (() => void) | undefined };

export function VersionsButton({ bucket, path, onRestored }: VersionsButtonProps) {
  const { t } = useTranslation('storage');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Tooltip label={t('versions.title')}>
        <ActionIcon size={28} aria-label={t('versions.title')} onClick={() => setIsOpen(true)}>
          <Icon name="history" />
        </ActionIcon>
      </Tooltip>
      <Suspense>
        {isOpen && (
          <VersionsDialog
            bucket={bucket}
            path={path}
            onRestored={onRestored}
            onClose={() => setIsOpen(false)}
          />
        )}
      </Suspense>
    </>
  );
}
