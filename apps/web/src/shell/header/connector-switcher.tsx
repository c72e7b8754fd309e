import { useTranslation } from 'react-i18next';
import type { Connector } from '#platform/current-project/projects-query.ts';
import { useCurrentProject } from '#platform/current-project/use-current-project.ts';
import { Icon } from '#ui/icon.tsx';
import { OnDemand } from '../on-demand.tsx';
import { connectorIcon } from './connector-icon.ts';
import classes from './header.module.css';

/** What it was said to be for; settings arrive as they are kept. */
function environmentOf(connector: Connector | undefined): string | undefined {
  const said = connector?.settings?.['environment'];
  return typeof said === 'string' ? said : undefined;
}

export function ConnectorSwitcher() {
  const { t } = useTranslation('shell');
  const { project, connector } = useCurrentProject();
  if (!project) return null;
  const environment = environmentOf(connector);
  const name = connector?.name ?? t('connectors.none');
  return (
    <>
      <span className={classes.slash} aria-hidden>
        /
      </span>
      <OnDemand
        load={() => import('./connector-choices.tsx')}
        props={{}}
        trigger={
          <button
            type="button"
            className={classes.switcher}
            aria-label={t('connectors.switch', { name })}
            aria-haspopup="dialog"
          >
            {connector && <Icon name={connectorIcon(connector)} size={14} />}
            {environment && (
              <span className={classes.environment} data-environment={environment}>
                {t(`environment.${environment}`)}
              </span>
            )}
            <span className={`${classes.switcherText} ${connector ? '' : classes.faint}`}>
              {name}
            </span>
            <Icon name="selector" size={14} />
          </button>
        }
      />
    </>
  );
}
