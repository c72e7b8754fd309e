import { eventRoutes } from '@causeway/contract/events.ts';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
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

/** NAV-6: the stream an answer arrives on, chunk by chunk as the browser reads it. */
export default function AiPage() {
  const { t } = useTranslation('debug');
  const stream = useTextStream(openStream);
  const isRunning = stream.state === 'connecting' || stream.state === 'open';
  return (
    <DebugLayout
      current="/_debug/ai"
      title={t('stream.title')}
      line={t('stream.line')}
      actions={
        isRunning ? (
          <Button variant="default" leftSection={<Icon name="stop" />} onClick={stream.stop}>
            {t('stream.stop')}
          </Button>
        ) : (
          <Button leftSection={<Icon name="play" />} onClick={stream.start}>
            {t('stream.start')}
          </Button>
        )
      }
    >
      <DebugSection title={t('stream.chunks', { count: stream.chunks.length })}>
        <output className={classes.state}>
          <StatusDot tone={tones[stream.state]} label={t(`stream.${stream.state}`)} />
          <code>POST {eventRoutes.subscribe.path}</code>
        </output>
        {stream.state === 'failed' && <ErrorState error={stream.error} onRetry={stream.start} />}
        {stream.chunks.length === 0 && stream.state !== 'failed' && (
          <EmptyState icon="bolt" title={t('stream.emptyTitle')} line={t('stream.emptyLine')} />
        )}
        {stream.chunks.length > 0 && (
          <ol className={classes.chunks}>
            {stream.chunks.map((chunk) => (
              <li key={chunk.number}>
                <span className={classes.time}>+{chunk.afterMs} ms</span>
                <code className={classes.text}>{JSON.stringify(chunk.text)}</code>
              </li>
            ))}
          </ol>
        )}
      </DebugSection>
    </DebugLayout>
  );
}

function openStream(signal: AbortSignal): AsyncIterable<string> {
  return api.stream(eventRoutes.subscribe, undefined, { signal });
}
