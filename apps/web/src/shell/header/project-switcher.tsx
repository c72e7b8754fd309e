import { useTranslation } from 'react-i18next';
import { useCurrentProject } from '#platform/current-project/use-current-project.ts';
import { Icon } from '#ui/icon.tsx';
import { OnDemand } from '../on-demand.tsx';
import classes from './header.module.css';

export function ProjectSwitcher() {
  const { t } = useTranslation('shell');
  const { project } = useCurrentProject();
  const name = project?.name ?? t('projects.none');
  return (
    <OnDemand
      load={() => import('./project-choices.tsx')}
      props={{}}
      trigger={
        <button
          type="button"
          className={classes.switcher}
          aria-label={t('projects.switch', { name })}
          aria-haspopup="dialog"
        >
          <span className={classes.switcherText}>{name}</span>
          <Icon name="selector" size={14} />
        </button>
      }
    />
  );
}
