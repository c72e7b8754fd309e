import type { NodeKind, TriggerKind } from '@causeway/contract/automations/definition.ts';
import type { Workflow } from '@causeway/contract/automations/workflows.ts';
import type { Project } from '@causeway/contract/projects.ts';
import { Drawer } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { ReactFlowProvider } from '@xyflow/react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#platform/i18n/error-text.ts';
import { usePageActions } from '#platform/page-actions.ts';
import { DraftNotices } from '#ui/draft-notices.tsx';
import { fillPage } from '#ui/fill-page.ts';
import { AddStep } from './add-step.tsx';
import FlowCanvas from './canvas/flow-canvas.tsx';
import { addStep, addTrigger, findPart, type Place, removePart } from './edit-definition.ts';
import { EditorBar } from './editor-bar.tsx';
import { EditorContext, type EditorTools } from './editor-context.ts';
import { enterPanel, focusPart } from './focus.ts';
import { listProblems } from './list-problems.ts';
import { PartPanel } from './panel/part-panel.tsx';
import { ResultStrip } from './result-strip.tsx';
import { useShownRun } from './use-shown-run.ts';
import { useWorkflowDraft } from './use-workflow-draft.ts';
import classes from './workflow-editor.module.css';

const SettingsDialog = lazy(() => import('./settings-dialog.tsx'));

type WorkflowEditorProps = { project: Project; workflow: Workflow; isReadOnly: boolean };

/** The canvas, and beside it the step that was chosen. */
export function WorkflowEditor({ project, workflow, isReadOnly }: WorkflowEditorProps) {
  const { t } = useTranslation('editor');
  const draft = useWorkflowDraft(project.id, workflow, isReadOnly);
  const { definition } = draft;
  const shown = useShownRun(project.id, workflow, draft);
  const isNarrow = useMediaQuery('(max-width: 1023px)', undefined, {
    getInitialValueInEffect: false,
  });
  const [chosenId, choose] = useState<string>();
  const [isSetting, setIsSetting] = useState(false);
  const [asked, setAsked] = useState<{ place: Place | undefined }>();
  const problems = useMemo(
    () => listProblems(definition, draft.problems),
    [definition, draft.problems],
  );
  const chosen = findPart(definition, chosenId);

  function add(kind: NodeKind) {
    const made = addStep(definition, kind, asked?.place);
    draft.change(made.definition);
    choose(made.id);
    setAsked(undefined);
    enterPanel();
  }

  function start(kind: TriggerKind) {
    const made = addTrigger(definition, { kind, zone: project.settings.timeZone });
    draft.change(made.definition);
    choose(made.id);
    setAsked(undefined);
    enterPanel();
  }

  const tools: EditorTools = {
    projectId: project.id,
    zone: project.settings.timeZone,
    workflowId: workflow.id,
    hookUrl: workflow.hookUrl,
    draft,
    isReadOnly,
    chosenId,
    problems,
    trigger: shown.run?.trigger,
    steps: shown.steps,
    choose,
    askForStep: (place) => setAsked({ place }),
    remove: (id) => {
      const before = definition.edges.find(({ to }) => to === id)?.from;
      draft.change(removePart(definition, id));
      if (chosenId === id) choose(undefined);
      focusPart(before ?? definition.triggers.find((trigger) => trigger.id !== id)?.id);
    },
  };
  usePageActions(
    isReadOnly
      ? []
      : [
          { id: 'try', name: t('bar.try'), icon: 'play', run: () => shown.attempt(undefined) },
          {
            id: 'addStep',
            name: t('add.title'),
            icon: 'plus',
            run: () => setAsked({ place: undefined }),
          },
        ],
  );

  const panel = chosen && (
    <PartPanel
      key={chosen.id}
      part={chosen}
      isTrying={shown.isTrying}
      onTry={() => shown.attempt(chosen.id)}
      onClose={() => choose(undefined)}
    />
  );

  return (
    <EditorContext value={tools}>
      <div ref={fillPage} className={classes.page}>
        <EditorBar
          project={project}
          workflow={workflow}
          draft={draft}
          shown={shown}
          onSettings={() => setIsSetting(true)}
        />
        <DraftNotices
          isOutdated={draft.state === 'conflict'}
          isConflict={false}
          isRestored={draft.isRestored && draft.state !== 'saved'}
          error={draft.error ? errorText(draft.error) : undefined}
          texts={{
            conflict: t('draft.conflict'),
            keepMine: t('draft.keepMine'),
            takeTheirs: t('draft.takeTheirs'),
            restored: t('draft.restored'),
            discard: t('draft.discard'),
          }}
          onKeepMine={draft.keepMine}
          onDiscard={draft.takeTheirs}
        />
        <div className={classes.body}>
          <div className={classes.canvas}>
            <ReactFlowProvider>
              <FlowCanvas />
            </ReactFlowProvider>
          </div>
          {!isNarrow && panel && <aside className={classes.side}>{panel}</aside>}
        </div>
        <ResultStrip
          shown={shown}
          problems={problems}
          onChoose={(place) => (place === 'settings' ? setIsSetting(true) : choose(place))}
        />
        {isNarrow && (
          <Drawer
            opened={chosen !== undefined}
            onClose={() => choose(undefined)}
            position="bottom"
            size="78%"
            withCloseButton={false}
            padding={0}
            aria-label={t('panel.drawer')}
          >
            {panel}
          </Drawer>
        )}
        {isSetting && (
          <Suspense fallback={null}>
            <SettingsDialog onClose={() => setIsSetting(false)} />
          </Suspense>
        )}
        {asked && (
          <AddStep
            isLoose={asked.place === undefined}
            onStep={add}
            onTrigger={start}
            onClose={() => setAsked(undefined)}
          />
        )}
      </div>
    </EditorContext>
  );
}
