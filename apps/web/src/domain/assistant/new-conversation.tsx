import type { DataLevel } from '@causeway/contract/assistant/parts.ts';
import type { Project } from '@causeway/contract/projects.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '#ui/empty-state.tsx';
import { beginningOf, Composer } from './composer.tsx';
import { Choices } from './message-view.tsx';
import classes from './new-conversation.module.css';
import type { Suggestion } from './page-context.ts';
import { threadsQuery } from './threads-query.ts';
import { useFirstSuggestions } from './use-first-suggestions.ts';
import type { NewAsking } from './use-conversation.ts';

type NewConversationProps = {
  project: Project;
  connectorId: string | null;
  /** Without, they are about the chosen database. */
  suggestions?: Suggestion[];
  /** In a pane there is less room, and more to look at beside it. */
  isCompact?: true;
  onAsk: (asking: NewAsking) => void;
};

/** Before the first question: what can be asked, and of what. */
export function NewConversation(props: NewConversationProps) {
  const { project, isCompact, onAsk } = props;
  const { t } = useTranslation('assistant');
  const { data: listed } = useQuery(threadsQuery(project.id));
  const firstDatabase = project.connectors.find(({ implementation }) => implementation === 'sql');
  const [connectorId, setConnectorId] = useState(props.connectorId ?? firstDatabase?.id ?? null);
  const first = useFirstSuggestions(project.id, connectorId);
  const suggestions = props.suggestions ?? first;
  const [level, setLevel] = useState<DataLevel>();
  const [begun, setBegun] = useState<string>();
  const isBuiltIn = listed?.model.kind === 'built-in';
  return (
    <div className={classes.new} data-compact={isCompact}>
      <div className={classes.middle}>
        {isCompact ? (
          <p className={classes.line}>{isBuiltIn ? t('begin.short') : t('begin.line')}</p>
        ) : (
          <EmptyState
            icon="sparkles"
            title={t('begin.title')}
            line={isBuiltIn ? t('begin.builtIn') : t('begin.line')}
          />
        )}
        <div className={classes.choices}>
          <Choices
            label=""
            items={suggestions.map(({ text }) => text)}
            onChoose={(text) => {
              const isBegun = suggestions.some((one) => one.isBegun && one.text === text);
              if (isBegun) setBegun(text);
              else onAsk({ text, connectorId, level });
            }}
          />
        </div>
      </div>
      <div className={classes.foot}>
        <Composer
          key={begun ?? ''}
          {...(begun !== undefined && { draft: beginningOf(begun) })}
          projectId={project.id}
          connectors={project.connectors}
          connectorId={connectorId}
          level={level ?? listed?.level ?? 'aggregates'}
          mostLevel={listed?.mostLevel}
          model={listed?.model}
          isAnswering={false}
          onConnector={setConnectorId}
          onLevel={setLevel}
          onAsk={(text, mentions) => onAsk({ text, mentions, connectorId, level })}
          onStop={() => {}}
        />
      </div>
    </div>
  );
}
