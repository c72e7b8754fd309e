import type { Standing } from '@causeway/contract/billing/standing.ts';
import { Button, Modal } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCredits } from '#domain/billing/use-credits.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { Icon } from '#ui/icon.tsx';
import classes from './debt-notice.module.css';

/** What rests, why, and how it goes on. */
export default function DebtNotice({ standing }: { standing: Standing }) {
  const { t } = useTranslation('debt');
  const credits = useCredits();
  const [isOpen, setOpen] = useState(false);
  const { owed, stop } = standing;
  return (
    <aside className={classes.banner} aria-label={t('label')}>
      <Icon name="warning" />
      <span className={classes.text}>
        {owed === null ? whyOf(standing, t) : t('owed', { credits: credits(owed, 'cost') })}
      </span>
      <Button size="compact-sm" variant="default" onClick={() => setOpen(true)}>
        {t('details')}
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={t(stop === 'cap' ? 'capTitle' : 'title')}
        closeButtonProps={{ 'aria-label': t('close') }}
      >
        <Explanation standing={standing} onClose={() => setOpen(false)} />
      </Modal>
    </aside>
  );
}

function whyOf({ stop, payer: { isYou, name } }: Standing, t: TFunction<'debt'>): string {
  if (stop === 'cap') return t('cap');
  return isYou || name === null ? t('out') : t('outOther', { name });
}

type ExplanationProps = { standing: Standing; onClose: () => void };

function Explanation({ standing: { payer, heldRuns, stop }, onClose }: ExplanationProps) {
  const { t } = useTranslation('debt');
  return (
    <>
      <h3 className={classes.heading}>{t('rests')}</h3>
      <ul className={classes.list}>
        <li>{t('answers')}</li>
        <li>{t('runs', { count: heldRuns })}</li>
      </ul>
      <h3 className={classes.heading}>{t('goesOn')}</h3>
      <ul className={classes.list}>
        <li>{t('free')}</li>
      </ul>
      <div className={classes.buttons}>
        {payer.isYou ? (
          <Button component={AppLink} href="/account/billing" onClick={onClose}>
            {t(stop === 'cap' ? 'raise' : 'topUp')}
          </Button>
        ) : (
          <p className={classes.note}>{t('askPayer', { name: payer.name ?? '…' })}</p>
        )}
        <Button variant="default" onClick={onClose}>
          {t('close')}
        </Button>
      </div>
    </>
  );
}
