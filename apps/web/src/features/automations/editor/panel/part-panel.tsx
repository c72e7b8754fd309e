import type { TriggerKind } from '@causeway/contract/automations/definition.ts';
import { slug } from '@causeway/contract/automations/placed.ts';
import { ActionIcon, Button, NativeSelect, Tabs, TextInput } from '@mantine/core';
import { useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon.tsx';
import { kindIcons, triggerKinds } from '#domain/workflows/kinds.ts';
import { changePart, findPart, isTrigger, type Part, replaceTrigger } from '../edit-definition.ts';
import { useEditor } from '../editor-context.ts';
import { focusPart, PANEL_ID } from '../focus.ts';
import { problemText } from '../fields/use-field.ts';
import { nodeForms, triggerForms } from '../forms/forms.ts';
import formClasses from '../forms/forms.module.css';
import { usePartName } from '../part-words.ts';
import { BehaviourFields } from './behaviour-fields.tsx';
import { LeadsTo } from './leads-to.tsx';
import classes from './panel.module.css';
import { StepData } from './step-data.tsx';

type PartPanelProps = { part: Part; onTry: () => void; isTrying: boolean; onClose: () => void };

/** Everything about the chosen trigger or step: settings, where it leads, what went in and came out. */
export function PartPanel({ part, onTry, isTrying, onClose }: PartPanelProps) {
  const { t } = useTranslation('editor');
  const { draft, problems, isReadOnly, zone } = useEditor();
  const { definition } = draft;
  const name = usePartName()(part);
  const isStart = isTrigger(definition, part.id);
  const Form = isStart
    ? triggerForms[part.kind as TriggerKind]
    : nodeForms[part.kind as keyof typeof nodeForms];
  /** Back to the step; what is open inside is closed first, and what lies over the page is not ours. */
  function leave(event: KeyboardEvent<HTMLElement>) {
    const { key, target, currentTarget } = event;
    if (key !== 'Escape' || event.defaultPrevented || !(target instanceof Element)) return;
    const isOpen = target.closest('[aria-expanded="true"]') !== null;
    if (!isOpen && currentTarget.contains(target)) focusPart(part.id);
  }
  // Where several start it, a test begins at one of them.
  const isTried = isStart ? definition.triggers.length > 1 : part.kind !== 'note';
  const general = problems.filter(({ place, field }) => place === part.id && field === null);
  return (
    // Escape leaves whatever field inside has the focus; the section itself does nothing.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      id={PANEL_ID}
      className={classes.panel}
      aria-label={t('panel.label', { name })}
      tabIndex={-1}
      onKeyDown={leave}
    >
      <header className={classes.head}>
        <Icon name={kindIcons[part.kind]} size={18} />
        <h2 className={classes.title}>{name}</h2>
        {isTried && !isReadOnly && (
          <Button
            size="compact-sm"
            variant="default"
            loading={isTrying}
            leftSection={<Icon name="play" size={14} />}
            onClick={onTry}
          >
            {t(isStart ? 'panel.tryFrom' : 'panel.try')}
          </Button>
        )}
        <ActionIcon variant="subtle" color="gray" aria-label={t('panel.close')} onClick={onClose}>
          <Icon name="close" />
        </ActionIcon>
      </header>
      {general.map((problem) => (
        <output
          key={problem.code}
          className={problem.isWarning ? classes.warning : classes.problem}
        >
          {problemText(t, problem)}
        </output>
      ))}
      <Tabs defaultValue="settings" keepMounted={false} classNames={{ panel: classes.body ?? '' }}>
        <Tabs.List>
          <Tabs.Tab value="settings">{t('panel.settings')}</Tabs.Tab>
          {part.kind !== 'note' && <Tabs.Tab value="data">{t('panel.data')}</Tabs.Tab>}
        </Tabs.List>
        <Tabs.Panel value="settings">
          <div className={classes.fields}>
            {isStart && (
              <NativeSelect
                label={t('panel.kind')}
                disabled={isReadOnly}
                value={part.kind}
                data={triggerKinds.map((value) => ({
                  value,
                  label: t(`automations:triggerKind.${value}`),
                }))}
                onChange={({ currentTarget: { value } }) =>
                  draft.change(
                    replaceTrigger(definition, part.id, { kind: value as TriggerKind, zone }),
                  )
                }
              />
            )}
            <Form key={`${part.id} ${part.kind}`} />
            {isStart && <Guarantee part={part} />}
            <Names key={part.id} part={part} />
            {!isStart && <BehaviourFields part={part} />}
            <LeadsTo part={part} />
          </div>
        </Tabs.Panel>
        <Tabs.Panel value="data">
          <StepData key={part.id} part={part} />
        </Tabs.Panel>
      </Tabs>
    </section>
  );
}

/** What a trigger promises, where it is set up. */
function Guarantee({ part }: { part: Part }) {
  const { t } = useTranslation('editor');
  // Who looks at a column can't promise what noting each change does.
  const promise = part.kind === 'rows' && part.by.kind === 'polling' ? 'polling' : part.kind;
  return (
    <p className={formClasses.guarantee}>
      <Icon name="shield" size={14} />
      {t(`guarantee.${promise}`)}
    </p>
  );
}

/** How it is called on the canvas, and how expressions call it. */
function Names({ part }: { part: Part }) {
  const { t } = useTranslation('editor');
  const { draft, isReadOnly, choose } = useEditor();
  const { definition } = draft;
  const [id, setId] = useState(part.id);
  const isTaken = id !== part.id && findPart(definition, id) !== undefined;
  const isWrong = !slug.safeParse(id).success;
  function rename() {
    if (id === part.id || isTaken || isWrong) return;
    draft.rename(part.id, id);
    choose(id);
  }
  return (
    <div className={classes.pair}>
      <TextInput
        label={t('panel.title')}
        readOnly={isReadOnly}
        maxLength={120}
        value={part.title}
        onChange={({ currentTarget: { value } }) =>
          draft.change(changePart(definition, part.id, { title: value }), `title ${part.id}`)
        }
      />
      <TextInput
        label={t('panel.id')}
        readOnly={isReadOnly}
        value={id}
        error={isTaken ? t('panel.idTaken') : isWrong && t('panel.idWrong')}
        styles={{ input: { fontFamily: 'var(--font-mono)' } }}
        onChange={({ currentTarget: { value } }) => setId(value)}
        onBlur={rename}
        onKeyDown={({ key }) => key === 'Enter' && rename()}
      />
    </div>
  );
}
