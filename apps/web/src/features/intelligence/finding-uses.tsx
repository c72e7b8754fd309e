import type { Finding } from '@causeway/contract/intelligence/intelligence.ts';
import { useTranslation } from 'react-i18next';
import { AppLink } from '#platform/navigation/app-link.tsx';
import classes from './finding-uses.module.css';

/** What a finding breaks, each with the way to where it is mended. */
export function FindingUses({ uses }: Pick<Finding, 'uses'>) {
  const { t } = useTranslation('intelligence');
  return (
    <section aria-label={t('uses.title')}>
      <h4 className={classes.title}>{t('uses.title')}</h4>
      <ul className={classes.list}>
        {uses.map(({ kind, id, name, url, problem }) => (
          <li key={`${kind} ${id}`} className={classes.use}>
            <span className={classes.kind}>{t(`uses.${kind}`)}</span>
            <span className={classes.words}>
              <AppLink href={url}>{name}</AppLink>
              {problem !== null && <span className={classes.problem}>{problem}</span>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
