import type { OpenTransaction } from '@causeway/contract/sql/editor.ts';
import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './transaction-mark.module.css';

type TransactionMarkProps = {
  transaction: OpenTransaction | null;
  mayBegin: boolean;
  isRunning: boolean;
  onBegin: () => void;
  onEnd: (how: 'commit' | 'rollback') => void;
};

/** Whether statements stay at once or wait for a commit, and for how long. */
export function TransactionMark(props: TransactionMarkProps) {
  const { transaction, mayBegin, isRunning, onBegin, onEnd } = props;
  const { t } = useTranslation('sql');
  if (!transaction) {
    return mayBegin ? (
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        disabled={isRunning}
        title={t('transaction.beginHint')}
        onClick={onBegin}
      >
        {t('transaction.begin')}
      </Button>
    ) : null;
  }
  const hasFailed = transaction.state === 'failed';
  return (
    <output className={classes.mark} data-state={transaction.state}>
      <span className={classes.state}>
        {t(hasFailed ? 'transaction.failed' : 'transaction.open')}
        {!hasFailed && (
          <span className={classes.count}>
            {` · ${t('transaction.statements', { count: transaction.statements })}`}
          </span>
        )}
      </span>
      <TimeLeft
        key={`${transaction.id} ${transaction.idleSecondsLeft}`}
        seconds={transaction.idleSecondsLeft}
      />
      <Button size="compact-xs" disabled={isRunning || hasFailed} onClick={() => onEnd('commit')}>
        {t('transaction.commit')}
      </Button>
      <Button
        size="compact-xs"
        variant="default"
        disabled={isRunning}
        onClick={() => onEnd('rollback')}
      >
        {t('transaction.rollback')}
      </Button>
    </output>
  );
}

function TimeLeft({ seconds }: { seconds: number }) {
  const { t } = useTranslation('sql');
  const [passed, setPassed] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setPassed((now) => now + 1), 1_000);
    return () => clearInterval(timer);
  }, []);
  const left = Math.max(0, seconds - passed);
  const text = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
  return (
    <span className={classes.left} title={t('transaction.leftHint')}>
      {text}
    </span>
  );
}
