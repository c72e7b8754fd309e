import type { Project } from '@causeway/contract/projects.ts';
import { scopeAreas } from '@causeway/contract/scopes.ts';
import { useTranslation } from 'react-i18next';
import { draftOf } from './scope-draft.ts';
import classes from './scope-chips.module.css';

/** What a key may do, in a few words: the area, marked where it also writes. */
export function ScopeChips({ project, scopes }: { project: Project; scopes: readonly string[] }) {
  const { t } = useTranslation('api-keys');
  const { levels, connectorIds } = draftOf(scopes);
  const named = connectorIds.map(
    (id) => project.connectors.find((connector) => connector.id === id)?.name ?? t('scopes.gone'),
  );
  return (
    <span className={classes.chips}>
      {scopeAreas
        .filter((area) => levels[area] !== 'none')
        .map((area) => (
          <span
            key={area}
            className={classes.chip}
            data-writes={levels[area] === 'write' || undefined}
          >
            {t(`areas.${area}.name`)}
            {levels[area] === 'write' && ` · ${t('scopes.writes')}`}
          </span>
        ))}
      {named.length > 0 && (
        <span className={classes.only}>{t('scopes.only', { names: named.join(', ') })}</span>
      )}
    </span>
  );
}
