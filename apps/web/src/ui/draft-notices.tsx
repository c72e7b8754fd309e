import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './draft-notices.module.css';
import { Icon, type IconName } from './icon.tsx';

type DraftNoticesProps = {
  /** Somebody saved a newer version while this one was being written. */
  isOutdated: boolean;
  isConflict: boolean;
  /** The draft was brought back from an earlier visit. */
  isRestored: boolean;
  /** Why it could not be saved. */
  error: string | undefined;
  texts: Record<'conflict' | 'keepMine' | 'takeTheirs' | 'restored' | 'discard', string>;
  onKeepMine: () => void;
  onDiscard: () => void;
  /** Shows what differs, to choose piece by piece. */
  compare?: { text: string; onCompare: () => void } | undefined;
};

/** How a draft stands: brought back, in conflict with another's change, or refused. */
export function DraftNotices(props: DraftNoticesProps) {
  const { isOutdated, isConflict, isRestored, error, texts, onKeepMine, onDiscard, compare } =
    props;
  const discard = (
    <Button size="compact-sm" variant="default" onClick={onDiscard}>
      {isOutdated ? texts.takeTheirs : texts.discard}
    </Button>
  );
  if (isOutdated || isConflict) {
    return (
      <Notice icon="warning" tone="warning" text={texts.conflict}>
        {compare && (
          <Button size="compact-sm" onClick={compare.onCompare}>
            {compare.text}
          </Button>
        )}
        <Button size="compact-sm" variant="default" onClick={onKeepMine}>
          {texts.keepMine}
        </Button>
        {discard}
      </Notice>
    );
  }
  if (error !== undefined) return <Notice icon="error" tone="error" text={error} />;
  if (isRestored) {
    return (
      <Notice icon="history" tone="info" text={texts.restored}>
        {discard}
      </Notice>
    );
  }
  return null;
}

type NoticeProps = {
  icon: IconName;
  tone: 'info' | 'warning' | 'error';
  text: string;
  children?: ReactNode;
};

export function Notice({ icon, tone, text, children }: NoticeProps) {
  return (
    <div className={classes.notice} data-tone={tone} role={tone === 'info' ? 'status' : 'alert'}>
      <Icon name={icon} />
      <span className={classes.text}>{text}</span>
      {children}
    </div>
  );
}
