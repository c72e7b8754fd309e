import { Button } from '@mantine/core';
import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { openSession, type OpenedSession } from '#platform/session/open-session.ts';
import { leaveWithOtherTabs } from '#platform/session/session.ts';
import classes from './session-gate.module.css';

const RETRY_MS = 3000;

/** Shows the app once it is known who is there. */
export function SessionGate({ first, children }: { first: OpenedSession; children: ReactNode }) {
  const [session, setSession] = useState(first);
  useEffect(() => leaveWithOtherTabs(), []);
  if (session === 'ready') return children;
  return <Unreachable onAnswer={setSession} />;
}

function Unreachable({ onAnswer }: { onAnswer: (session: OpenedSession) => void }) {
  const { t } = useTranslation('shell');
  const tryAgain = useCallback(async () => onAnswer(await openSession()), [onAnswer]);
  useEffect(() => {
    const timer = setInterval(() => void tryAgain(), RETRY_MS);
    const soon = () => void tryAgain();
    addEventListener('online', soon);
    return () => {
      clearInterval(timer);
      removeEventListener('online', soon);
    };
  }, [tryAgain]);
  return (
    <main className={classes.page}>
      <span className={classes.pulse} aria-hidden />
      <h1 className={classes.title}>{t('unreachable.title')}</h1>
      <output className={classes.line}>{t('unreachable.line')}</output>
      <Button variant="default" onClick={() => void tryAgain()}>
        {t('unreachable.now')}
      </Button>
    </main>
  );
}
