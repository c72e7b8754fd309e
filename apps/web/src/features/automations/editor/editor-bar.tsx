import type { Workflow } from '@causeway/contract/automations/workflows.ts';
import type { Project } from '@causeway/contract/projects.ts';
import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useScopedHref } from '#platform/current-project/use-current-project.ts';
import { useOpenHref } from '#platform/navigation/app-link.tsx';
import bars from '#ui/bars.module.css';
import { Icon, type IconName } from '#ui/icon.tsx';
import { EnableSwitch } from '../workflows/enable-switch.tsx';
import { WorkflowMenu } from '../workflows/workflow-menu.tsx';
import { useEditor } from './editor-context.ts';
import { RunInput } from './run-input.tsx';
import type { ShownRun } from './use-shown-run.ts';
import type { WorkflowDraft } from './use-workflow-draft.ts';
import classes from './workflow-editor.module.css';

// They bring the comparison of texts along, which editing does not need.
const PublishDialog = lazy(() => import('./publish/publish-dialog.tsx'));
const VersionsDialog = lazy(() => import('./publish/versions-dialog.tsx'));
const JsonDialog = lazy(() => import('./publish/json-dialog.tsx'));

type EditorBarProps = {
  project: Project;
  workflow: Workflow;
  draft: WorkflowDraft;
  shown: ShownRun;
  onSettings: () => void;
};
type Opened = 'publish' | 'versions' | 'json' | 'input';

export function EditorBar({ project, workflow, draft, shown, onSettings }: EditorBarProps) {
  const { t } = useTranslation('editor');
  const { isReadOnly, problems } = useEditor();
  const openHref = useOpenHref();
  const scopedHref = useScopedHref();
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const isBroken = problems.some(({ isWarning }) => !isWarning);
  const manual = draft.definition.triggers.find((trigger) => trigger.kind === 'manual');
  const tools: { icon: IconName; label: string; run: () => void; isOff?: boolean }[] = [
    { icon: 'undo', label: t('bar.undo'), run: draft.undo, isOff: !draft.mayUndo },
    { icon: 'redo', label: t('bar.redo'), run: draft.redo, isOff: !draft.mayRedo },
    { icon: 'history', label: t('bar.versions'), run: () => setOpened('versions') },
    { icon: 'json', label: t('bar.json'), run: () => setOpened('json') },
    { icon: 'settings', label: t('bar.settings'), run: onSettings },
  ];
  return (
    <div className={bars.toolbar}>
      <div className={classes.name}>
        <h1>{workflow.name}</h1>
        <span
          className={classes.facts}
          aria-live="polite"
          title={isReadOnly ? t('automations:wizard.mayNotLine') : undefined}
        >
          {isReadOnly ? t('automations:wizard.mayNot') : t(`state.${draft.state}`)}
          {' · '}
          {workflow.version === null
            ? t('state.never')
            : t('state.version', { version: workflow.version })}
        </span>
      </div>
      <div className={classes.actions}>
        {workflow.version !== null && (
          <EnableSwitch projectId={project.id} workflow={workflow} isReadOnly={isReadOnly} />
        )}
        {!isReadOnly &&
          tools.map(({ icon, label, run, isOff = false }) => (
            <Tooltip key={icon} label={label}>
              <ActionIcon
                variant="subtle"
                size={32}
                aria-label={label}
                disabled={isOff}
                onClick={run}
              >
                <Icon name={icon} />
              </ActionIcon>
            </Tooltip>
          ))}
        <WorkflowMenu
          project={project}
          workflow={workflow}
          historyHref={`${scopedHref('/automations/history')}&workflow=${workflow.id}`}
          onDeleted={() => openHref(scopedHref('/automations/workflows'))}
        />
        {!isReadOnly && (
          <div className={classes.starts}>
            <Button
              variant="default"
              disabled={isBroken}
              loading={shown.isTrying}
              title={t(isBroken ? 'bar.broken' : 'bar.tryLine')}
              onClick={() => shown.attempt(undefined)}
            >
              {t('bar.try')}
            </Button>
            <Button
              variant="default"
              leftSection={<Icon name="play" size={15} />}
              disabled={!workflow.isEnabled}
              title={workflow.isEnabled ? undefined : t('bar.notOn')}
              loading={shown.isStarting}
              onClick={() =>
                manual && manual.fields.length > 0 ? setOpened('input') : shown.start({})
              }
            >
              {t('bar.run')}
            </Button>
            <Button
              disabled={isBroken}
              title={isBroken ? t('bar.broken') : undefined}
              onClick={() => setOpened('publish')}
            >
              {t('bar.publish')}
            </Button>
          </div>
        )}
      </div>
      {opened === 'input' && manual && (
        <RunInput fields={manual.fields} onStart={shown.start} onClose={close} />
      )}
      <Suspense fallback={null}>
        {opened === 'publish' && (
          <PublishDialog project={project} workflow={workflow} draft={draft} onClose={close} />
        )}
        {opened === 'versions' && (
          <VersionsDialog project={project} workflow={workflow} draft={draft} onClose={close} />
        )}
        {opened === 'json' && <JsonDialog workflow={workflow} draft={draft} onClose={close} />}
      </Suspense>
    </div>
  );
}
