import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './onboarding.module.css';
import type { Step } from './steps.ts';

/** A step this version can't do yet says so and lets pass. */
export function LaterStep({ step, onSkip }: { step: Step; onSkip: () => void }) {
  const { t } = useTranslation('onboarding');
  return (
    <>
      <h1 className={classes.title}>{t(`${step}.title`)}</h1>
      <p className={classes.line}>{t(`${step}.line`)}</p>
      <Button onClick={onSkip}>{t('continue')}</Button>
    </>
  );
}
