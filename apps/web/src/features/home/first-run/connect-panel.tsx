import type { Project } from '@causeway/contract/projects.ts';
import { sampleRoutes } from '@causeway/contract/sample.ts';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { useScopedHref } from '#platform/current-project/use-current-project.ts';
import { refreshConnectors } from '#domain/connectors/resources-query.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { notifyError } from '#platform/notify-error.ts';
import { Icon } from '#ui/icon.tsx';
import classes from './connect-panel.module.css';
import { UrlLine } from './url-line.tsx';

/** All there is to do first: something to work on, of one's own or to look around with. */
export default function ConnectPanel({ project }: { project: Project }) {
  const { t } = useTranslation('first-run');
  const here = useScopedHref()('/settings/connectors');
  const sample = useMutation({
    mutationFn: () => api.call(sampleRoutes.connect, { params: { projectId: project.id } }),
    onSuccess: () => refreshConnectors(project.id),
    onError: notifyError,
  });
  return (
    <section className={classes.panel}>
      <h2 className={classes.title}>{t('title')}</h2>
      <p className={classes.line}>{t('line')}</p>
      <UrlLine hrefOf={(kind) => `${here}&add=${kind}`} />
      <div className={classes.choices}>
        {(['sql', 's3'] as const).map((kind) => (
          <AppLink key={kind} className={classes.choice} href={`${here}&add=${kind}`}>
            <Icon name={kind === 'sql' ? 'database' : 'folder'} size={18} />
            <span>
              {t(kind)}
              <span className={classes.note}>{t(`lines.${kind}`)}</span>
            </span>
          </AppLink>
        ))}
        <button
          type="button"
          className={classes.choice}
          disabled={sample.isPending}
          onClick={() => sample.mutate()}
        >
          <Icon name="sparkles" size={18} />
          <span>
            {t('sample')}
            <span className={classes.note}>{t('sampleLine')}</span>
          </span>
        </button>
      </div>
    </section>
  );
}
