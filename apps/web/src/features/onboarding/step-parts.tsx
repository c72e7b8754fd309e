import type { Onboarding } from '@causeway/contract/onboarding.ts';
import { ActionIcon, Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#platform/i18n/error-text.ts';
import { Icon } from '#ui/icon.tsx';
import classes from './onboarding.module.css';

export type StepProps = { state: Onboarding; onDone: () => Promise<void> };

export function StepHead({ title, line }: { title: string; line: string }) {
  return (
    <>
      <h1 className={classes.title}>{title}</h1>
      <p className={classes.line}>{line}</p>
    </>
  );
}

export function Problem({ error }: { error: unknown }) {
  if (!error) return null;
  return (
    <p className={classes.problem} role="alert">
      {errorText(error)}
    </p>
  );
}

/** The way on, and past it where the step may be left for later. */
export function StepButtons({
  children,
  onSkip,
  isSkipping = false,
}: {
  children: ReactNode;
  onSkip?: () => void;
  isSkipping?: boolean;
}) {
  const { t } = useTranslation('onboarding');
  return (
    <div className={classes.buttons}>
      {children}
      {onSkip && (
        <Button variant="subtle" loading={isSkipping} onClick={onSkip}>
          {t('skip')}
        </Button>
      )}
    </div>
  );
}

type Waiting = { isPending: boolean; mutate: () => void };
type GoOnOrSkipProps = {
  isEmpty: boolean;
  /** Something is typed that going on would take along. */
  isBegun?: boolean;
  goOn: Waiting;
  skip: Waiting;
};

/** Of a step that may be left empty: then it can be skipped, otherwise gone on from. */
export function GoOnOrSkip(props: GoOnOrSkipProps) {
  const { isEmpty, isBegun = false, goOn, skip } = props;
  const { t } = useTranslation('onboarding');
  return (
    <StepButtons {...(isEmpty && { onSkip: () => skip.mutate() })} isSkipping={skip.isPending}>
      <Button disabled={isEmpty && !isBegun} loading={goOn.isPending} onClick={() => goOn.mutate()}>
        {t('continue')}
      </Button>
    </StepButtons>
  );
}

export function RemoveButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <ActionIcon aria-label={label} onClick={onClick}>
      <Icon name="close" />
    </ActionIcon>
  );
}
