import { effectPreview } from '@causeway/contract/sql/editor.ts';
import { Button, Group, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EffectView } from '#domain/effects/effect-view.tsx';
import { RunState } from '#domain/workflows/run-state.tsx';
import { useMilliseconds } from '#domain/workflows/use-milliseconds.ts';
import { isTrigger, type Part } from '../edit-definition.ts';
import { useEditor } from '../editor-context.ts';
import fieldClasses from '../fields/fields.module.css';
import { ValueTree } from '../fields/value-tree.tsx';
import classes from './panel.module.css';
import { useRunMessage } from '#domain/workflows/use-run-message.ts';
import { ScrolledText } from '#ui/scrolled-text.tsx';

/** What went into a step and came out of it, in the run or test on screen, and its sample. */
export function StepData({ part }: { part: Part }) {
  const { t } = useTranslation('editor');
  const { steps, draft } = useEditor();
  const milliseconds = useMilliseconds();
  const runMessage = useRunMessage();
  const step = steps.get(part.id);
  return (
    <div className={classes.fields}>
      {step && (
        <p className={classes.state}>
          <RunState status={step.status} /> · {milliseconds(step.ms)}
          {step.attempt > 1 && ` · ${t('data.attempt', { attempt: step.attempt })}`}
        </p>
      )}
      {step?.error && (
        <p className={classes.problem} role="alert">
          {runMessage(step.error)}
        </p>
      )}
      {step && <Value name={t('data.input')} value={step.input} />}
      {step && <Output value={step.output} />}
      {step && step.logs.length > 0 && (
        <ScrolledText className={classes.logs} label={t('data.logs')}>
          {step.logs.map((message) => runMessage({ message })).join('\n')}
        </ScrolledText>
      )}
      {!step && !isTrigger(draft.definition, part.id) && (
        <p className={classes.hint}>{t('data.none')}</p>
      )}
      <Sample part={part} output={step?.status === 'done' ? step.output : undefined} />
    </div>
  );
}

/** A write that was only tried shows the rows it would change. */
function Output({ value }: { value: unknown }) {
  const { t } = useTranslation('editor');
  const effect = effectPreview.safeParse(value);
  if (!effect.success) return <Value name={t('data.output')} value={value} />;
  return (
    <div>
      <div className={fieldClasses.legend}>{t('data.output')}</div>
      <EffectView effect={effect.data} />
    </div>
  );
}

function Value({ name, value }: { name: string; value: unknown }) {
  return (
    <div>
      <div className={fieldClasses.legend}>{name}</div>
      <ul className={fieldClasses.tree}>
        <ValueTree value={value} name={name.toLowerCase()} path="" isOpen />
      </ul>
    </div>
  );
}

/** A value that tests take instead of running the step; of a trigger, what it is tested with. */
function Sample({ part, output }: { part: Part; output: unknown }) {
  const { t } = useTranslation('editor');
  const { draft, isReadOnly } = useEditor();
  const isStart = isTrigger(draft.definition, part.id);
  const has = Object.hasOwn(draft.samples, part.id);
  const [text, setText] = useState(() =>
    has ? JSON.stringify(draft.samples[part.id], null, 2) : isStart ? '{}' : '',
  );
  const read = readJson(text);
  const set = (value: unknown) => {
    setText(JSON.stringify(value, null, 2));
    draft.changeSamples({ ...draft.samples, [part.id]: value });
  };
  function drop() {
    const { [part.id]: _, ...others } = draft.samples;
    draft.changeSamples(others);
    setText('');
  }
  if (isReadOnly) return null;
  return (
    <div>
      <Textarea
        label={t(isStart ? 'sample.payload' : 'sample.title')}
        description={t(isStart ? 'sample.payloadLine' : 'sample.line')}
        error={text !== '' && !read && t('sample.wrong')}
        autosize
        minRows={3}
        maxRows={14}
        value={text}
        classNames={{ input: fieldClasses.template ?? '' }}
        onChange={({ currentTarget: { value } }) => setText(value)}
      />
      <Group gap="xs" mt={6}>
        <Button
          size="compact-sm"
          variant="default"
          disabled={!read}
          onClick={() => read && set(read.value)}
        >
          {t('sample.pin')}
        </Button>
        {!isStart && output !== undefined && (
          <Button size="compact-sm" variant="default" onClick={() => set(output)}>
            {t('sample.pinOutput')}
          </Button>
        )}
        {has && (
          <Button size="compact-sm" variant="subtle" onClick={drop}>
            {t('sample.unpin')}
          </Button>
        )}
      </Group>
    </div>
  );
}

function readJson(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}
