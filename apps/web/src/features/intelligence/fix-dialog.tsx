import {
  type Finding,
  type FixPreview,
  intelligenceRoutes,
  WAITED_FOR_SECONDS,
} from '@causeway/contract/intelligence/intelligence.ts';
import type { Project } from '@causeway/contract/projects.ts';
import { Button, Group, Modal } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { refreshIntelligence } from '#domain/intelligence/followers.ts';
import { api } from '#platform/api/api.ts';
import { SqlBlock } from '#platform/code-editor/sql-block.tsx';
import { errorText } from '#platform/i18n/error-text.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { useSingleTap } from '#platform/single-tap.ts';
import { DataList } from '#ui/data-list.tsx';
import { Icon } from '#ui/icon.tsx';
import { QueryView } from '#ui/query-view.tsx';
import classes from './fix-dialog.module.css';

type FixDialogProps = {
  project: Project;
  finding: Finding;
  what: string | undefined;
  onClose: () => void;
};

/** INTEL-3: rows, lock and time of a fix, before it can be applied. */
export function FixDialog({ project, finding, what, onClose }: FixDialogProps) {
  const { t } = useTranslation('intelligence');
  const params = { projectId: project.id, findingId: finding.id };
  const preview = useQuery({
    queryKey: ['fix-preview', finding.id],
    queryFn: ({ signal }) => api.call(intelligenceRoutes.previewFix, { params }, { signal }),
    // Each look is a preview of its own; an old one can't be applied.
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  });
  const apply = useMutation({
    mutationFn: ({ id: previewId }: FixPreview) =>
      api.call(intelligenceRoutes.applyFix, { params, body: { previewId } }),
    onSuccess: async () => {
      await refreshIntelligence(project.id);
      onClose();
    },
  });
  const tap = useSingleTap((shown: FixPreview) => apply.mutate(shown));
  return (
    <Modal
      opened
      onClose={onClose}
      title={what ?? t('fix.title')}
      closeButtonProps={{ 'aria-label': t('cancel') }}
      size={640}
      centered
    >
      <QueryView query={preview} errorTitle={t('fix.failed')}>
        {(shown) => (
          <div className={classes.preview}>
            <SqlBlock text={shown.statement} label={t('fix.statement')} className={classes.code} />
            <Figures preview={shown} />
            {shown.seconds > WAITED_FOR_SECONDS && (
              <p className={classes.note}>{t('fix.background')}</p>
            )}
            {shown.isSlow && (
              <p role="alert" className={classes.warning}>
                <Icon name="warning" /> {t('fix.slow')}
              </p>
            )}
            {apply.error && (
              <p role="alert" className={classes.error}>
                {errorText(apply.error)}
              </p>
            )}
            <Group justify="flex-end" gap="xs">
              <Button variant="default" onClick={onClose}>
                {t('cancel')}
              </Button>
              <Button loading={apply.isPending} onClick={() => tap(shown)}>
                {t('fix.apply')}
              </Button>
            </Group>
          </div>
        )}
      </QueryView>
    </Modal>
  );
}

function Figures({ preview }: { preview: FixPreview }) {
  const { t } = useTranslation('intelligence');
  const { number, tenths } = useFormats();
  const { rows, seconds, lock, wasTried, undo, undoLock } = preview;
  const time = t('fix.seconds', { seconds: tenths(seconds) });
  return (
    <DataList
      items={[
        {
          label: t('fix.rows'),
          value:
            rows === null
              ? t('fix.noRows')
              : t('fix.rowCount', { count: rows, rows: number(rows) }),
        },
        { label: t('fix.lock'), value: t(`lock.${lock}`) },
        { label: t('fix.time'), value: `${time} ${t(wasTried ? 'fix.tried' : 'fix.estimated')}` },
        { label: t('fix.back'), value: t(backOf(rows, undo)) },
        ...(undoLock === null || undoLock === lock
          ? []
          : [{ label: t('fix.backLock'), value: t(`lock.${undoLock}`) }]),
      ]}
    />
  );
}

function backOf(rows: number | null, undo: string | null) {
  if (undo !== null) return 'fix.undoable' as const;
  return rows === null ? ('fix.final' as const) : ('fix.ledger' as const);
}
