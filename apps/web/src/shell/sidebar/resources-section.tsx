import { useTranslation } from 'react-i18next';
import { useCurrentProject, useScopedHref } from '#platform/current-project/use-current-project.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { Icon } from '#ui/icon.tsx';
import classes from './sidebar.module.css';

/** The current connector and, below it, its tables or folders. */
export function ResourcesSection() {
  const { t } = useTranslation('shell');
  const { connector } = useCurrentProject();
  const scopedHref = useScopedHref();
  if (!connector) {
    return (
      <p className={classes.hint}>
        {t('resources.none')}{' '}
        <AppLink href={scopedHref('/settings/connectors')}>{t('resources.add')}</AppLink>
      </p>
    );
  }
  const isSql = connector.implementation === 'sql';
  return (
    <ul className={classes.list}>
      <li>
        <AppLink className={classes.item} href={scopedHref('/explore')}>
          <Icon name={isSql ? 'database' : 'folder'} />
          <span className={classes.itemText}>{connector.name}</span>
        </AppLink>
      </li>
      <li className={classes.hint}>
        {t(isSql ? 'resources.tablesLater' : 'resources.foldersLater')}
      </li>
    </ul>
  );
}
