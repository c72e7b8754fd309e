import {
  dashboardDefinition,
  type DashboardDefinition,
} from '@causeway/contract/dashboards/definition.ts';
import type { Project } from '@causeway/contract/projects.ts';
import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notifyError } from '#platform/notify-error.ts';
import { FileButton } from '#ui/file-button.tsx';
import { Icon } from '#ui/icon.tsx';

const ImportDialog = lazy(() => import('./import-dialog.tsx'));

const MOST_BYTES = 4_000_000;

/** A dashboard from a file; what it would save is shown first. */
export function ImportButton({ project }: { project: Project }) {
  const { t } = useTranslation('dashboards');
  const [definition, setDefinition] = useState<DashboardDefinition>();

  async function read(file: File | null) {
    if (!file) return;
    try {
      if (file.size > MOST_BYTES) throw new Error(t('definition.tooLarge'));
      setDefinition(dashboardDefinition.parse(JSON.parse(await file.text())));
    } catch (error) {
      const isLarge = error instanceof Error && error.message === t('definition.tooLarge');
      void notifyError(new Error(isLarge ? t('definition.tooLarge') : t('definition.unreadable')));
    }
  }

  return (
    <>
      <FileButton accept="application/json,.json" onChange={(file) => void read(file)}>
        {(props) => (
          <Button {...props} variant="default" leftSection={<Icon name="upload" />}>
            {t('definition.load')}
          </Button>
        )}
      </FileButton>
      {definition && (
        <Suspense fallback={null}>
          <ImportDialog
            project={project}
            definition={definition}
            onClose={() => setDefinition(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}
