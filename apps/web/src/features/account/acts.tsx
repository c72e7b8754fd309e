import type { AccountAct } from '@causeway/contract/auth/account-acts.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { accountActsQuery } from '#domain/identity/security-query.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { QueryView } from '#ui/query-view.tsx';
import classes from './account.module.css';
import { deviceOf } from './device.ts';

const SHOWN_AT_ONCE = 10;

/** SESS-7: what was done with the account, and who tried in vain. */
export function Acts() {
  const { t } = useTranslation('account');
  const [showsAll, setShowsAll] = useState(false);
  const acts = useQuery(accountActsQuery);
  return (
    <QueryView query={acts} empty={<p className={classes.small}>{t('acts.none')}</p>}>
      {(all) => (
        <div className={classes.stack}>
          <ul className={classes.rows}>
            {(showsAll ? all : all.slice(0, SHOWN_AT_ONCE)).map((act) => (
              <ActRow key={act.id} act={act} />
            ))}
          </ul>
          {!showsAll && all.length > SHOWN_AT_ONCE && (
            <Button variant="default" className={classes.fit} onClick={() => setShowsAll(true)}>
              {t('acts.all', { count: all.length })}
            </Button>
          )}
        </div>
      )}
    </QueryView>
  );
}

function ActRow({ act }: { act: AccountAct }) {
  const { t } = useTranslation('account');
  const formats = useFormats();
  const nameOf = useActName();
  const { browser, system } = deviceOf(act.userAgent);
  const device = browser && t(system ? 'sessions.device' : 'sessions.browser', { browser, system });
  const ways = act.proofs.map((proof) => t(`proofs.${proof}`)).join(' + ');
  const isRefused = act.action === 'account.refused';
  return (
    <li className={classes.row}>
      <div className={classes.grow}>
        <p className={isRefused ? classes.refused : classes.rowName}>{nameOf(act)}</p>
        <p className={classes.small}>
          {[formats.dateTime(act.at), ways, device, act.address].filter(Boolean).join(' · ')}
        </p>
        {act.since !== null && (
          <p className={classes.small}>
            {t('acts.tries', { count: act.tries, since: formats.dateTime(act.since) })}
          </p>
        )}
        {act.staff && <p className={classes.small}>{t('acts.staff', { name: act.staff })}</p>}
        {isRefused && <p className={classes.small}>{t('acts.refusedHint')}</p>}
      </div>
    </li>
  );
}

const refusals = ['password', 'not-enough', 'code'] as const;
const endings = ['out', 'one', 'others'] as const;
const factors = ['totp', 'recovery', 'passkey', 'identity'] as const;

function useActName(): (act: AccountAct) => string {
  const { t } = useTranslation('account');
  return ({ action, kind }) => {
    if (action === 'account.refused') {
      const refusal = refusals.find((one) => one === kind) ?? 'password';
      return t(`acts.refused.${refusal}`);
    }
    const ending = endings.find((one) => one === kind);
    if (action === 'session.ended' && ending) return t(`acts.ended.${ending}`);
    const verb = action.slice(action.indexOf('.') + 1) as 'ended';
    const name = t(`acts.did.${verb}`);
    const factor = factors.find((one) => one === kind);
    if (!factor) return name;
    const which = t(`acts.factors.${factor}`);
    return `${name}: ${which}`;
  };
}
