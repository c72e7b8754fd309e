import { Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from './copy-button.tsx';
import { errorParts } from './error-parts.ts';
import classes from './error-state.module.css';
import { Icon } from './icon.tsx';

type ErrorStateProps = {
  /** Whatever was thrown. Its own message is kept word for word. */
  error: unknown;
  /** What happened, in the words of the page. */
  title?: string;
  /** Why, where the page knows more than the message says. */
  reason?: string;
  /** What to do next. */
  next?: string;
  onRetry?: () => void;
  isRetrying?: boolean;
  actions?: ReactNode;
};

export function ErrorState(props: ErrorStateProps) {
  const { t } = useTranslation('ui');
  const { error, title, reason, next, onRetry, isRetrying = false, actions } = props;
  const { message, code, requestId } = errorParts(error);
  const details = [code, requestId && t('error.request', { id: requestId })].filter(Boolean);
  return (
    <section className={classes.error} role="alert">
      <span className={classes.mark}>
        <Icon name="error" size={18} />
      </span>
      <div className={classes.body}>
        <Text component="h2" className={classes.title}>
          {title ?? t('error.title')}
        </Text>
        {reason && <Text className={classes.line}>{reason}</Text>}
        <div className={classes.message}>
          {/* A long message scrolls, which a keyboard needs a tab stop for. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <pre tabIndex={0}>{message}</pre>
          <CopyButton value={[message, ...details].join('\n')} />
        </div>
        {details.length > 0 && <p className={classes.details}>{details.join(' · ')}</p>}
        <Text className={classes.line}>{next ?? t(nextOf(code, onRetry !== undefined))}</Text>
        {(onRetry || actions) && (
          <Group gap="xs" mt="sm">
            {onRetry && (
              <Button
                variant="default"
                onClick={onRetry}
                loading={isRetrying}
                leftSection={<Icon name="refresh" />}
              >
                {t('error.retry')}
              </Button>
            )}
            {actions}
          </Group>
        )}
      </div>
    </section>
  );
}

/** What is connected is the reader's own: they can look after it, and who runs the product can't. */
const ofConnection = new Set(['E_UPSTREAM_UNREACHABLE', 'E_UPSTREAM_AUTH', 'E_UPSTREAM_TLS']);

function nextOf(code: string | undefined, mayRetry: boolean) {
  if (code !== undefined && ofConnection.has(code)) return 'error.nextConnection';
  return mayRetry ? 'error.nextRetry' : 'error.next';
}
