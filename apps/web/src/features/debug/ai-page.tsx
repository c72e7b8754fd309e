import { assistantRoutes } from '@causeway/contract/assistant/threads.ts';
import { Button, TextInput } from '@mantine/core';
import { useCallback, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { useCurrentProject } from '#platform/current-project/use-current-project.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Icon } from '#ui/icon.tsx';
import { StatusDot, type StatusTone } from '#ui/status-dot.tsx';
import classes from './ai-page.module.css';
import { DebugLayout, DebugSection } from './debug-layout.tsx';
import { useTextStream, type StreamState } from './use-text-stream.ts';

const tones: Record<StreamState, StatusTone> = {
  connecting: 'busy',
  open: 'good',
  ended: 'idle',
  failed: 'failed',
};

type Asked = { projectId: string; connectorId: string | null; text: string; language: 'en' | 'de' };

/** NAV-6: the stream of an answer, chunk by chunk as the browser reads it. */
export default function AiPage() {
  const { t, i18n } = useTranslation('debug');
  const { project, connector } = useCurrentProject();
  const [text, setText] = useState(t('stream.sample'));
  const [asked, setAsked] = useState<Asked & { number: number }>();
  const ask = (event: FormEvent) => {
    event.preventDefault();
    if (!project || text.trim() === '') return;
    setAsked({
      projectId: project.id,
      connectorId: connector?.implementation === 'sql' ? connector.id : null,
      text: text.trim(),
      language: i18n.language.startsWith('de') ? 'de' : 'en',
      number: (asked?.number ?? 0) + 1,
    });
  };
  return (
    <DebugLayout current="/_debug/ai" title={t('stream.title')} line={t('stream.line')}>
      <form className={classes.ask} onSubmit={ask}>
        <TextInput
          className={classes.question}
          aria-label={t('stream.question')}
          maxLength={1_000}
          value={text}
          onChange={({ currentTarget: { value } }) => setText(value)}
        />
        <Button type="submit" disabled={!project} leftSection={<Icon name="play" />}>
          {t('stream.start')}
        </Button>
      </form>
      {asked ? (
        <LiveStream key={asked.number} asked={asked} />
      ) : (
        <EmptyState icon="bolt" title={t('stream.emptyTitle')} line={t('stream.emptyLine')} />
      )}
    </DebugLayout>
  );
}

function LiveStream({ asked }: { asked: Asked }) {
  const { t } = useTranslation('debug');
  const open = useCallback((signal: AbortSignal) => openStream(asked, signal), [asked]);
  const stream = useTextStream(open);
  const isRunning = stream.state === 'connecting' || stream.state === 'open';
  return (
    <DebugSection title={t('stream.chunks', { count: stream.chunks.length })}>
      <output className={classes.state}>
        <StatusDot tone={tones[stream.state]} label={t(`stream.${stream.state}`)} />
        <code>POST {assistantRoutes.ask.path}</code>
        {isRunning && (
          <Button size="compact-sm" variant="default" onClick={stream.stop}>
            {t('stream.stop')}
          </Button>
        )}
      </output>
      {stream.state === 'failed' && <ErrorState error={stream.error} onRetry={stream.start} />}
      <ol className={classes.chunks}>
        {stream.chunks.map((chunk) => (
          <li key={chunk.number}>
            <span className={classes.time}>+{chunk.afterMs} ms</span>
            <code className={classes.text}>{JSON.stringify(chunk.text)}</code>
          </li>
        ))}
      </ol>
    </DebugSection>
  );
}

/** A thread of its own, and one question: what a chat page does. */
async function* openStream(asked: Asked, signal: AbortSignal): AsyncGenerator<string> {
  const { projectId, connectorId, text, language } = asked;
  const { id: threadId } = await api.call(assistantRoutes.create, {
    params: { projectId },
    body: { connectorId },
  });
  const questionId = crypto.randomUUID();
  yield* api.stream(
    assistantRoutes.ask,
    {
      params: { projectId, threadId },
      body: { questionId, text, parentId: null, language, mentions: [] },
    },
    { signal },
  );
}
