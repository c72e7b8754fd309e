import { useTranslation } from 'react-i18next';
import { useCurrentProject, useScopedHref } from '#platform/current-project/use-current-project.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import classes from './sidebar.module.css';
import { ConnectorTree } from './tree/connector-tree.tsx';

/** The databases and buckets of the project, the current one open. */
export function ResourcesSection() {
  const { t } = useTranslation('shell');
  const { project, connector } = useCurrentProject();
  const scopedHref = useScopedHref();
  if (!project || project.connectors.length === 0) {
    return (
      <p className={classes.hint}>
        {t('resources.none')}{' '}
        <AppLink href={scopedHref('/settings/connectors')}>{t('resources.add')}</AppLink>
      </p>
    );
  }
  return <ConnectorTree key={project.id} project={project} current={connector} />;
}
