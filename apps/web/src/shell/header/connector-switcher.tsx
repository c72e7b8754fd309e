import { useTranslation } from 'react-i18next';
import { useCurrentProject } from '#platform/current-project/use-current-project.ts';
import { Icon } from '#ui/icon.tsx';
import { OnDemand } from '../on-demand.tsx';
import { connectorIcon } from './connector-icon.ts';
import { EnvironmentMark } from './environment-mark.tsx';
import classes from './header.module.css';

export function ConnectorSwitcher() {
  const { t } = useTranslation('shell');
  const { project, connector } = useCurrentProject();
  if (!project) return null;
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
            <EnvironmentMark connector={connector} />
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
