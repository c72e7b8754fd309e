import { Button, Group, Text } from '@mantine/core';
import { use, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from './copy-button.tsx';
import { errorParts, isOfConnection } from './error-parts.ts';
import { ErrorSentence } from './error-sentence.ts';
import classes from './error-state.module.css';
import { Icon } from './icon.tsx';

type ErrorStateProps = {
  /** Whatever was thrown. What was said of this very case is kept word for word. */
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
  const { code, requestId } = errorParts(error);
  const message = use(ErrorSentence)(error);
  const advice = isOfConnection(error)
    ? t(code === 'E_EGRESS_BLOCKED' ? 'error.nextAddress' : 'error.nextConnection')
    : t(onRetry ? 'error.nextRetry' : 'error.next');
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
        <Text className={classes.line}>{next ?? advice}</Text>
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
