import type { Standing } from '@causeway/contract/billing/standing.ts';
import { Button, Modal } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCredits } from '#domain/billing/use-credits.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { Icon } from '#ui/icon.tsx';
import banner from './impersonation-banner.module.css';
import classes from './debt-notice.module.css';

/** What rests, why, and how it goes on. */
export default function DebtNotice({ standing }: { standing: Standing }) {
  const { t } = useTranslation('shell');
  const credits = useCredits();
  const [isOpen, setOpen] = useState(false);
  const { owed, stop } = standing;
  return (
    <aside className={banner.banner} aria-label={t('debt.label')}>
      <Icon name="warning" />
      <span className={banner.text}>
        {owed === null ? whyOf(standing, t) : t('debt.owed', { credits: credits(owed, 'cost') })}
      </span>
      <Button size="compact-sm" variant="default" onClick={() => setOpen(true)}>
        {t('debt.details')}
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={t(stop === 'cap' ? 'debt.capTitle' : 'debt.title')}
        closeButtonProps={{ 'aria-label': t('debt.close') }}
      >
        <Explanation standing={standing} onClose={() => setOpen(false)} />
      </Modal>
    </aside>
  );
}

function whyOf({ stop, payer: { isYou, name } }: Standing, t: TFunction<'shell'>): string {
  if (stop === 'cap') return t('debt.cap');
  return isYou || name === null ? t('debt.out') : t('debt.outOther', { name });
}

type ExplanationProps = { standing: Standing; onClose: () => void };

function Explanation({ standing: { payer, heldRuns, stop }, onClose }: ExplanationProps) {
  const { t } = useTranslation('shell');
  return (
    <>
      <h3 className={classes.heading}>{t('debt.rests')}</h3>
      <ul className={classes.list}>
        <li>{t('debt.answers')}</li>
        <li>{t('debt.runs', { count: heldRuns })}</li>
      </ul>
      <h3 className={classes.heading}>{t('debt.goesOn')}</h3>
      <ul className={classes.list}>
        <li>{t('debt.free')}</li>
      </ul>
      <div className={classes.buttons}>
        {payer.isYou ? (
          <Button component={AppLink} href="/account/billing" onClick={onClose}>
            {t(stop === 'cap' ? 'debt.raise' : 'debt.topUp')}
          </Button>
        ) : (
          <p className={classes.note}>{t('debt.askPayer', { name: payer.name ?? '…' })}</p>
        )}
        <Button variant="default" onClick={onClose}>
          {t('debt.close')}
        </Button>
      </div>
    </>
  );
}
