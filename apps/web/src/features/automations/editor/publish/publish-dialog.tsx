import {
  type Workflow,
  workflowPublishingRoutes,
} from '@causeway/contract/automations/workflows.ts';
import type { Project } from '@causeway/contract/projects.ts';
import { Button, Group, Modal, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refreshWorkflows } from '#domain/workflows/refresh-workflows.ts';
import { versionQuery, workflowQuery } from '#domain/workflows/workflows-query.ts';
import { api } from '#platform/api/api.ts';
import { TextDifference } from '#platform/code-editor/text-difference.tsx';
import { errorText } from '#platform/i18n/error-text.ts';
import { useTypedGuard } from '#platform/navigation/use-typed-guard.ts';
import { SkeletonLines } from '#ui/skeletons.tsx';
import type { WorkflowDraft } from '../use-workflow-draft.ts';
import classes from '../workflow-editor.module.css';
import { type Change, compareDefinitions, writeDefinition } from './compare-definitions.ts';
import { OutboxMissing } from '../forms/row-watch.tsx';
import { ReplayGate, useReplay } from './replay-gate.tsx';

type PublishDialogProps = {
  project: Project;
  workflow: Workflow;
  draft: WorkflowDraft;
  onClose: () => void;
};

/** What will run from now on, against what runs until now. */
export default function PublishDialog({ project, workflow, draft, onClose }: PublishDialogProps) {
  const { t } = useTranslation('editor');
  const queryClient = useQueryClient();
  const [note, setNote] = useState('');
  const { version } = workflow;
  const before = useQuery({
    ...versionQuery(project.id, workflow.id, version ?? 0),
    enabled: version !== null,
  });
  const publish = useMutation({
    mutationFn: () =>
      api.call(workflowPublishingRoutes.publish, {
        params: { projectId: project.id, workflowId: workflow.id },
        body: { draftVersion: draft.version, note },
      }),
    onSuccess: (published) => {
      queryClient.setQueryData(workflowQuery(project.id, workflow.id).queryKey, published);
      void refreshWorkflows(project.id);
      onClose();
    },
  });
  const replay = useReplay(project.id, workflow.id, draft);
  const [isSeen, setIsSeen] = useState(false);
  const differs = (replay.data?.differences.length ?? 0) > 0;
  const changes = before.data && compareDefinitions(before.data.definition, draft.definition);
  const guard = useTypedGuard(onClose);
  return (
    <Modal
      opened
      {...guard}
      size={820}
      title={t('publish.title', { name: workflow.name })}
      closeButtonProps={{ 'aria-label': t('automations:close') }}
    >
      <div className={classes.form}>
        <p className={classes.line}>{t('publish.line')}</p>
        {version === null && <p className={classes.line}>{t('publish.first')}</p>}
        {version !== null && !changes && <SkeletonLines count={4} />}
        {changes && <Changes changes={changes} />}
        {before.data && changes && changes.length > 0 && (
          <TextDifference
            className={classes.difference}
            before={writeDefinition(before.data.definition)}
            after={writeDefinition(draft.definition)}
            label={t('publish.difference')}
            isSql={false}
            isFolded
          />
        )}
        {draft.definition.triggers.map((trigger) => (
          <OutboxMissing key={trigger.id} trigger={trigger} />
        ))}
        {version !== null && <ReplayGate replay={replay} isSeen={isSeen} onSeen={setIsSeen} />}
        <TextInput
          data-autofocus
          label={t('publish.note')}
          maxLength={500}
          value={note}
          onChange={({ currentTarget: { value } }) => setNote(value)}
        />
        {publish.error && (
          <p className={classes.problem} role="alert">
            {errorText(publish.error)}
          </p>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('automations:cancel')}
          </Button>
          <Button
            loading={publish.isPending || draft.state === 'saving' || draft.state === 'unsaved'}
            disabled={draft.state === 'conflict' || (differs && !isSeen)}
            onClick={() => publish.mutate()}
          >
            {t('publish.action')}
          </Button>
        </Group>
      </div>
    </Modal>
  );
}

function Changes({ changes }: { changes: Change[] }) {
  const { t, i18n } = useTranslation('editor');
  // Some settings have no name of their own on the page, or one for each of their parts.
  const nameOf = (field: string) => {
    const name: unknown = i18n.getResource(i18n.language, 'editor', `field.${field}`);
    return typeof name === 'string' ? name : field;
  };
  if (changes.length === 0) return <p className={classes.line}>{t('publish.same')}</p>;
  return (
    <ul className={classes.changes}>
      {changes.map((change) => (
        <li key={`${change.kind} ${change.id}`}>
          {t(`publish.change.${change.kind}`)} <b>{change.id}</b>
          {change.kind === 'changed' && `: ${change.fields.map(nameOf).join(', ')}`}
        </li>
      ))}
    </ul>
  );
}
