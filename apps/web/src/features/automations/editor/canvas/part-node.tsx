import { Handle, Position, useUpdateNodeInternals, type Node, type NodeProps } from '@xyflow/react';
import { useEffect, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon.tsx';
import { kindIcons } from '#domain/workflows/kinds.ts';
import { toneOf } from '#domain/workflows/run-state.tsx';
import { useMilliseconds } from '#domain/workflows/use-milliseconds.ts';
import { type Part, duplicatePart, isTrigger, moveParts, portsOfPart } from '../edit-definition.ts';
import { useEditor } from '../editor-context.ts';
import { enterPanel, focusPart } from '../focus.ts';
import { usePartLine, usePartName } from '../part-words.ts';
import { portName } from '#domain/workflows/port-name.ts';
import classes from './canvas.module.css';

export type PartNodeType = Node<{ part: Part }, 'part'>;

const STEP = 20;

/** A trigger or step: what it is called, what is wrong with it, how it went last. */
export function PartNode({ id, data: { part } }: NodeProps<PartNodeType>) {
  const { t } = useTranslation('editor');
  const editor = useEditor();
  const { draft, isReadOnly, chosenId, problems, steps, choose, askForStep, remove } = editor;
  const milliseconds = useMilliseconds();
  const name = usePartName()(part);
  const line = usePartLine()(part);
  const { definition } = draft;
  const isStart = isTrigger(definition, id);
  const own = problems.filter(({ place }) => place === id);
  const worst = own.find(({ isWarning }) => !isWarning) ?? own[0];
  const step = steps.get(id);
  const ports = portsOfPart(definition, part);
  const updateEnds = useUpdateNodeInternals();
  const ways = ports.join(' ');
  // Lines end where the ways out are, which come and go with settings.
  // oxlint-disable-next-line react/exhaustive-effect-dependencies
  useEffect(() => updateEnds(id), [updateEnds, id, ways]);
  const hasSample = Object.hasOwn(draft.samples, id);

  function byKey(event: KeyboardEvent<HTMLButtonElement>) {
    const { key, altKey, ctrlKey, metaKey } = event;
    const way = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[
      key
    ];
    if (way && altKey && !isReadOnly) {
      const [x = 0, y = 0] = way;
      const position = { x: part.position.x + x * STEP, y: part.position.y + y * STEP };
      draft.change(moveParts(definition, new Map([[id, position]])), `move ${id}`);
    } else if (way) {
      focusPart(neighbourOf(key));
    } else if ((key === 'Delete' || key === 'Backspace') && !isReadOnly) {
      remove(id);
    } else if (key === '+' && !isReadOnly && ports[0] !== undefined) {
      const to = definition.edges.find((edge) => edge.from === id && edge.port === ports[0])?.to;
      askForStep({ from: id, port: ports[0], to });
    } else if (key.toLowerCase() === 'd' && (ctrlKey || metaKey) && !isReadOnly) {
      const made = duplicatePart(definition, id);
      if (!made) return;
      draft.change(made.definition);
      choose(made.id);
      requestAnimationFrame(() => focusPart(made.id));
    } else if (key === 'Escape' && chosenId === id) {
      choose(undefined);
    } else {
      return;
    }
    event.preventDefault();
  }

  function neighbourOf(key: string): string | undefined {
    const { edges } = definition;
    if (key === 'ArrowDown') return edges.find(({ from }) => from === id)?.to;
    if (key === 'ArrowUp') return edges.find(({ to }) => to === id)?.from;
    const from = edges.find(({ to }) => to === id)?.from;
    const beside = edges.filter((edge) => edge.from === from).map(({ to }) => to);
    return beside[beside.indexOf(id) + (key === 'ArrowRight' ? 1 : -1)];
  }

  return (
    <>
      {!isStart && part.kind !== 'note' && (
        <Handle type="target" position={Position.Top} className={classes.handle} />
      )}
      <button
        type="button"
        id={`part-${id}`}
        className={classes.part}
        data-start={isStart || undefined}
        data-note={part.kind === 'note' || undefined}
        data-chosen={chosenId === id || undefined}
        data-problem={worst ? (worst.isWarning ? 'warning' : 'error') : undefined}
        data-status={step?.status}
        aria-pressed={chosenId === id}
        aria-keyshortcuts="Delete + Alt+ArrowDown Control+D"
        onClick={({ detail }) => {
          choose(id);
          // Enter and space count no clicks: a keyboard wants to go on in the settings.
          if (detail === 0) enterPanel();
        }}
        onKeyDown={byKey}
      >
        <span className={classes.sign}>
          <Icon name={kindIcons[part.kind]} size={17} />
        </span>
        <span className={classes.words}>
          <span className={classes.name}>{name}</span>
          <span className={classes.line}>{line}</span>
        </span>
        <span className={classes.marks}>
          {worst && (
            <Icon
              name="warning"
              size={15}
              className={worst.isWarning ? classes.warning : classes.error}
              label={t(worst.isWarning ? 'problem.warning' : 'problem.error')}
            />
          )}
          {hasSample && <Icon name="pinFilled" size={13} label={t('sample.pinned')} />}
          {step && (
            <span className={classes.result} data-tone={toneOf[step.status]}>
              <Icon
                name={
                  step.status === 'done' ? 'check' : step.status === 'failed' ? 'close' : 'clock'
                }
                size={13}
                label={t(`automations:status.${step.status}`)}
              />
              {step.ms !== null && milliseconds(step.ms)}
            </span>
          )}
        </span>
      </button>
      {ports.map((port, place) => {
        const left = `${((place + 0.5) / ports.length) * 100}%`;
        const isOpen = !definition.edges.some((edge) => edge.from === id && edge.port === port);
        return (
          <span key={port}>
            <Handle
              id={port}
              type="source"
              position={Position.Bottom}
              className={classes.handle}
              style={{ left }}
            />
            {isOpen && !isReadOnly && (
              <span className={classes.open} style={{ left }}>
                {ports.length > 1 && <span className={classes.port}>{portName(t, port)}</span>}
                <button
                  type="button"
                  className={`${classes.add} nodrag nopan`}
                  aria-label={t('add.after', { name, port: portName(t, port) })}
                  title={t('add.title')}
                  onClick={() => askForStep({ from: id, port })}
                >
                  <Icon name="plus" size={13} />
                </button>
              </span>
            )}
          </span>
        );
      })}
    </>
  );
}
