import type { DataLevel } from '@causeway/contract/assistant/parts.ts';
import { dataLevels, leastLevel } from '@causeway/contract/assistant/parts.ts';
import {
  LONGEST_QUESTION,
  type Mention,
  type ModelInUse,
} from '@causeway/contract/assistant/threads.ts';
import { ActionIcon, NativeSelect, Textarea, Tooltip } from '@mantine/core';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Connector } from '#platform/current-project/projects-query.ts';
import { Icon } from '#ui/icon.tsx';
import classes from './composer.module.css';
import { MentionMenu } from './mention-menu.tsx';
import { mentionAt, replaceMention } from './mention-at.ts';

type ComposerProps = {
  projectId: string;
  connectors: readonly Connector[];
  connectorId: string | null;
  level: DataLevel;
  /** What the project allows; more is not offered. */
  mostLevel?: DataLevel | undefined;
  model: ModelInUse | undefined;
  isAnswering: boolean;
  /** What is typed when it opens: a question that is put anew. */
  draft?: string;
  /** A question that did not get through: it stands in the field again, before what was typed since. */
  unsent?: string | undefined;
  onConnector: (connectorId: string | null) => void;
  onLevel: (level: DataLevel) => void;
  onAsk: (text: string, mentions: Mention[]) => void;
  onStop: () => void;
};

/** Where a question is typed; what it is about and what the model may see is always in view. */
export function Composer(props: ComposerProps) {
  const {
    connectors,
    connectorId,
    level,
    mostLevel = 'full',
    model,
    isAnswering,
    onAsk,
    onStop,
  } = props;
  const { t } = useTranslation('assistant');
  const [text, setText] = useState(props.draft ?? props.unsent ?? '');
  const [taken, setTaken] = useState(props.unsent);
  if (taken !== props.unsent) {
    setTaken(props.unsent);
    if (props.unsent !== undefined) setText([props.unsent, text].filter(Boolean).join('\n'));
  }
  const [caret, setCaret] = useState(0);
  const [mentions, setMentions] = useState<Mention[]>([]);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    const { current } = field;
    // What is typed already is gone on with at its end.
    if (!current || current.value === '') return;
    current.focus();
    current.setSelectionRange(current.value.length, current.value.length);
  }, []);
  const databases = connectors.filter(({ implementation }) => implementation === 'sql');
  const mention = mentionAt(text, caret);
  const isBuiltIn = model?.kind === 'built-in';

  function send() {
    if (text.trim() === '' || isAnswering) return;
    const kept = mentions.filter((one) => text.includes(`@${nameOf(one)}`));
    onAsk(text.trim(), kept);
    setText('');
    setMentions([]);
  }

  function press(event: KeyboardEvent) {
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing && !mention) {
      event.preventDefault();
      send();
    }
  }

  function choose(chosen: Mention) {
    setMentions([...mentions, chosen]);
    setText(replaceMention(text, caret, nameOf(chosen)));
    field.current?.focus();
  }

  return (
    <div className={classes.composer}>
      {mention && (
        <MentionMenu
          projectId={props.projectId}
          connectorId={connectorId}
          bucketId={connectors.find(({ implementation }) => implementation === 's3')?.id}
          search={mention.search}
          onChoose={choose}
          onClose={() => setCaret(0)}
        />
      )}
      <Textarea
        ref={field}
        aria-label={t('composer.label')}
        placeholder={t('composer.placeholder')}
        variant="unstyled"
        autosize
        minRows={1}
        maxRows={8}
        maxLength={LONGEST_QUESTION}
        value={text}
        onChange={({ currentTarget: { value, selectionStart } }) => {
          setText(value);
          setCaret(selectionStart);
        }}
        onSelect={({ currentTarget: { selectionStart } }) => setCaret(selectionStart)}
        onKeyDown={press}
      />
      <div className={classes.bar}>
        <NativeSelect
          size="xs"
          aria-label={t('composer.connector')}
          value={connectorId ?? ''}
          data={[
            { value: '', label: t('composer.noConnector') },
            ...databases.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={({ currentTarget: { value } }) => props.onConnector(value || null)}
        />
        {isBuiltIn ? (
          <Tooltip label={t('composer.builtInLine')} multiline w={260}>
            <span className={classes.model}>{t('composer.builtIn')}</span>
          </Tooltip>
        ) : (
          <>
            <NativeSelect
              size="xs"
              aria-label={t('composer.level')}
              value={leastLevel(level, mostLevel)}
              data={dataLevels
                .slice(0, dataLevels.indexOf(mostLevel) + 1)
                .map((value) => ({ value, label: t(`levels.${value}`) }))}
              onChange={({ currentTarget: { value } }) => props.onLevel(value as DataLevel)}
            />
            <span className={classes.model} title={`${model?.model ?? ''} · ${model?.host ?? ''}`}>
              {model?.model} · {model?.host}
            </span>
          </>
        )}
        <span className={classes.space} />
        {isAnswering ? (
          <ActionIcon variant="default" size={30} aria-label={t('composer.stop')} onClick={onStop}>
            <Icon name="stop" />
          </ActionIcon>
        ) : (
          <ActionIcon
            variant="filled"
            size={30}
            aria-label={t('composer.send')}
            disabled={text.trim() === ''}
            onClick={send}
          >
            <Icon name="arrowUp" />
          </ActionIcon>
        )}
      </div>
    </div>
  );
}

/** `Write a query that …` is typed up to its dots. */
export function beginningOf(text: string): string {
  return text.replace(/…$/, '');
}

export function nameOf(mention: Mention): string {
  if (mention.kind === 'table') return mention.table;
  if (mention.kind === 'dashboard') return mention.name;
  return mention.key;
}
