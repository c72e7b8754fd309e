import type { Workflow } from '@causeway/contract/automations/workflows.ts';
import type { Project } from '@causeway/contract/projects.ts';
import { Button, Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { versionQuery, versionsQuery } from '#domain/workflows/workflows-query.ts';
import { TextDifference } from '#platform/code-editor/text-difference.tsx';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { QueryView } from '#ui/query-view.tsx';
import { SkeletonLines } from '#ui/skeletons.tsx';
import { VersionsFrame } from '#ui/versions-frame.tsx';
import type { WorkflowDraft } from '../use-workflow-draft.ts';
import classes from '../workflow-editor.module.css';
import { writeDefinition } from './compare-definitions.ts';

type VersionsDialogProps = {
  project: Project;
  workflow: Workflow;
  draft: WorkflowDraft;
  onClose: () => void;
};

/** What ran before, what each version changed, and the way back into the draft. */
export default function VersionsDialog(props: VersionsDialogProps) {
  const { project, workflow, draft, onClose } = props;
  const { t } = useTranslation('editor');
  const { dateTime } = useFormats();
  const versions = useQuery(versionsQuery(project.id, workflow.id));
  const [picked, setPicked] = useState<number>();
  const chosen = picked ?? workflow.version ?? 0;
  const list = versions.data ?? [];
  const older = list[list.findIndex(({ version }) => version === chosen) + 1]?.version;
  const shown = useQuery({
    ...versionQuery(project.id, workflow.id, chosen),
    enabled: chosen > 0,
  });
  const before = useQuery({
    ...versionQuery(project.id, workflow.id, older ?? 0),
    enabled: older !== undefined,
  });
  return (
    <Modal
      opened
      onClose={onClose}
      size={940}
      title={t('versions.title')}
      closeButtonProps={{ 'aria-label': t('automations:close') }}
    >
      <QueryView query={versions} empty={<p className={classes.line}>{t('versions.none')}</p>}>
        {(loaded) => (
          <VersionsFrame
            versions={loaded.map(({ version, publishedBy, publishedAt }) => ({
              key: version,
              name: t('versions.number', { version }),
              detail: `${publishedBy?.name ?? t('gone')} · ${dateTime(publishedAt)}`,
            }))}
            chosen={chosen}
            onChoose={setPicked}
          >
            {shown.data && (older === undefined || before.data) ? (
              <div className={classes.form}>
                {shown.data.note && <p className={classes.line}>{shown.data.note}</p>}
                <TextDifference
                  key={chosen}
                  className={classes.difference}
                  before={before.data && writeDefinition(before.data.definition)}
                  after={writeDefinition(shown.data.definition)}
                  label={t('publish.difference')}
                  isSql={false}
                  isFolded
                />
                <div>
                  <Button
                    variant="default"
                    onClick={() => {
                      if (shown.data) draft.change(shown.data.definition);
                      onClose();
                    }}
                  >
                    {t('versions.restore', { version: chosen })}
                  </Button>
                </div>
              </div>
            ) : (
              <SkeletonLines count={8} />
            )}
          </VersionsFrame>
        )}
      </QueryView>
    </Modal>
  );
}
