import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Connector } from '#platform/current-project/projects-query.ts';
import { useScopedHref } from '#platform/current-project/use-current-project.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { Icon } from '#ui/icon.tsx';
import { FilesStart } from './files/files-start.tsx';
import { runsQuery } from './side/runs-query.ts';
import classes from './editor-start.module.css';

const MOST = 4;
/** What stands around statements is nothing to begin with. */
const frame = /^\s*(begin|start|commit|end|rollback|abort|savepoint|release)\b/i;

/** An empty tab offers what was run last, the wizard and snippets. */
export function EditorStart({
  connector,
  onSql,
}: {
  connector: Connector;
  onSql: (sql: string) => void;
}) {
  const { t } = useTranslation('sql');
  const scopedHref = useScopedHref();
  const { data } = useQuery(runsQuery(connector.id, ''));
  const seen = new Set<string>();
  const recent = (data?.items ?? [])
    .filter(({ sql, status }) => status === 'done' && !frame.test(sql))
    .filter(({ sql }) => !seen.has(sql) && seen.add(sql))
    .slice(0, MOST);
  return (
    <div className={classes.start}>
      {connector.implementation !== 'sql' && <FilesStart connector={connector} onSql={onSql} />}
      {connector.implementation === 'sql' && (
        <div className={classes.ways}>
          <AppLink className={classes.way} href={scopedHref('/sql/wizard')}>
            <Icon name="wand" /> {t('start.wizard')}
          </AppLink>
          <AppLink className={classes.way} href="/community/snippets">
            <Icon name="code" /> {t('start.snippets')}
          </AppLink>
        </div>
      )}
      {recent.length > 0 && (
        <>
          <h2 className={classes.title}>{t('start.recent')}</h2>
          <ul className={classes.list}>
            {recent.map(({ id, sql }) => (
              <li key={id}>
                <button type="button" className={classes.recent} onClick={() => onSql(sql)}>
                  {sql}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
