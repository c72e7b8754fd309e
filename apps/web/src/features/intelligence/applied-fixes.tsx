import {
  type AppliedFix,
  type Finding,
  intelligenceRoutes,
} from '@causeway/contract/intelligence/intelligence.ts';
import type { Project } from '@causeway/contract/projects.ts';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { refreshIntelligence } from '#domain/intelligence/followers.ts';
import { api } from '#platform/api/api.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { notifyError } from '#platform/notify-error.ts';
import { confirmDialog } from '#ui/confirm-dialog.ts';
import classes from './applied-fixes.module.css';

type AppliedFixesProps = {
  project: Project;
  finding: Finding;
  fixes: AppliedFix[];
  mayChange: boolean;
};

/** What was applied, by whom, and the way back where there is one. */
export function AppliedFixes({ project, finding, fixes, mayChange }: AppliedFixesProps) {
  const { t } = useTranslation('intelligence');
  const { dateTime } = useFormats();
  const undo = useMutation({
    mutationFn: async (fix: AppliedFix) => {
      const isSure = await confirmDialog({
        title: t('undo.title'),
        lead: 'runs',
        losses: [
          fix.undo ?? '',
          ...(fix.undoLock === null ? [] : [`${t('fix.lock')}: ${t(`lock.${fix.undoLock}`)}`]),
        ],
        confirmLabel: t('undo.action'),
      });
      if (!isSure) return;
      const params = { projectId: project.id, findingId: finding.id };
      await api.call(intelligenceRoutes.undoFix, { params, body: { fixId: fix.id } });
      await refreshIntelligence(project.id);
    },
    onError: notifyError,
  });
  if (fixes.length === 0) return null;
  return (
    <ul className={classes.list}>
      {fixes.map((fix) => (
        <li key={fix.id} className={classes.fix}>
          <span>
            {t(fix.isRunning && !fix.isUndoing ? 'applying' : 'applied', {
              by: fix.appliedBy,
              at: dateTime(fix.appliedAt),
            })}
            {fix.isUndoing && ` · ${t('undoing')}`}
            {fix.undoneAt && ` · ${t('undone', { at: dateTime(fix.undoneAt) })}`}
          </span>
          {mayChange && fix.undo !== null && fix.undoneAt === null && !fix.isRunning && (
            <Button
              size="compact-xs"
              variant="default"
              loading={undo.isPending}
              onClick={() => undo.mutate(fix)}
            >
              {t('undo.action')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
