import { writtenFile } from '@causeway/contract/sql/files.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Connector } from '#platform/current-project/projects-query.ts';
import { Icon } from '#ui/icon.tsx';
import classes from '../editor-start.module.css';
import { filesQuery } from './files-query.ts';

type FilesStartProps = { connector: Connector; onSql: (sql: string) => void };

const MOST = 5;

/** An empty tab over a bucket says how files are named, and offers some that are there. */
export function FilesStart({ connector, onSql }: FilesStartProps) {
  const { t } = useTranslation('sql');
  const { data } = useQuery(filesQuery(connector.id, '', ''));
  const files = (data?.files ?? []).slice(0, MOST);
  return (
    <>
      <h2 className={classes.title}>{t('files.startTitle')}</h2>
      <p className={classes.line}>{t('files.startLine')}</p>
      <ul className={classes.list}>
        {files.map(({ path }) => {
          const sql = `select *\nfrom ${writtenFile(path)}`;
          return (
            <li key={path}>
              <button type="button" className={classes.recent} onClick={() => onSql(sql)}>
                <Icon name="table" size={14} /> {path}
              </button>
            </li>
          );
        })}
      </ul>
    </>
  );
}
