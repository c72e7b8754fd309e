import { formatBytes } from '@causeway/contract/bytes.ts';
import { type FileEntry, writtenFile } from '@causeway/contract/sql/files.ts';
import type { EditorTab } from '@causeway/contract/sql/queries.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Connector } from '#platform/current-project/projects-query.ts';
import { Icon } from '#ui/icon.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { quoted } from '@causeway/contract/sql/quoted.ts';
import classes from '../side/schema-tree.module.css';
import { DatabasesTree } from './databases-tree.tsx';
import { fileColumnsQuery, filesQuery } from './files-query.ts';
import own from './files-tree.module.css';
import { LineAction } from '../side/line-action.tsx';

type FilesTreeProps = {
  connector: Connector;
  search: string;
  onInsert: (text: string) => void;
  onOpen: (tab: Partial<EditorTab>) => void;
};

/** Files that can be read as tables, folder by folder, and below them the databases to join with. */
export function FilesTree(props: FilesTreeProps) {
  const { t } = useTranslation('sql');
  return (
    <>
      <Folder {...props} folder="" label={t('side.files')} className={classes.tree} />
      <DatabasesTree search={props.search} onInsert={props.onInsert} />
    </>
  );
}

type InFolder = FilesTreeProps & { folder: string };
type FolderProps = InFolder & { label: string; className: string | undefined };

function Folder(props: FolderProps) {
  const { label, className, ...below } = props;
  const { connector, search, folder } = below;
  const { t } = useTranslation('sql');
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const query = useQuery(filesQuery(connector.id, folder, search === '' ? undefined : search));

  function toggle(path: string) {
    const next = new Set(open);
    if (!next.delete(path)) next.add(path);
    setOpen(next);
  }

  return (
    <QueryView query={query}>
      {({ folders, files, isCut }) => (
        <ul className={className} aria-label={label}>
          {folders.length + files.length === 0 && (
            <li className={classes.none}>
              {t(search === '' ? 'files.none' : 'files.noneFound', { search })}
            </li>
          )}
          {folders.map((path) => (
            <li key={path}>
              <div className={classes.table}>
                <button
                  type="button"
                  className={classes.toggle}
                  aria-expanded={open.has(path)}
                  onClick={() => toggle(path)}
                >
                  <Icon name={open.has(path) ? 'chevronDown' : 'chevronRight'} size={13} />
                  <Icon name={open.has(path) ? 'folderOpen' : 'folder'} size={14} />
                  <span className={classes.name}>{path.slice(folder.length, -1) || '/'}</span>
                </button>
              </div>
              {open.has(path) && (
                <Folder {...below} folder={path} label={path} className={own.below} />
              )}
            </li>
          ))}
          {files.map((file) => (
            <File key={file.path} {...below} file={file} />
          ))}
          {isCut && <li className={classes.none}>{t('files.cut')}</li>}
        </ul>
      )}
    </QueryView>
  );
}

type FileProps = InFolder & { file: FileEntry };

function File({ connector, folder, file, onInsert, onOpen }: FileProps) {
  const { t, i18n } = useTranslation('sql');
  const [isOpen, setIsOpen] = useState(false);
  const name = file.path.slice(folder.length);
  const written = writtenFile(file.path);
  return (
    <li>
      <div className={classes.table}>
        <button
          type="button"
          className={classes.toggle}
          aria-expanded={isOpen}
          title={file.path}
          onClick={() => setIsOpen(!isOpen)}
        >
          <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} size={13} />
          <Icon name="table" size={14} />
          <span className={classes.name}>{name}</span>
          <span className={own.size}>{formatBytes(file.byteSize, i18n.language)}</span>
        </button>
        <LineAction
          icon="arrowRight"
          label={t('side.insert', { name })}
          onClick={() => onInsert(written)}
        />
        <LineAction
          icon="play"
          label={t('side.select', { name })}
          onClick={() => onOpen({ title: name, sql: `select *\nfrom ${written}` })}
        />
      </div>
      {isOpen && <Columns connectorId={connector.id} path={file.path} onInsert={onInsert} />}
    </li>
  );
}

type ColumnsProps = { connectorId: string; path: string; onInsert: (text: string) => void };

function Columns({ connectorId, path, onInsert }: ColumnsProps) {
  const { t } = useTranslation('sql');
  const query = useQuery(fileColumnsQuery(connectorId, path));
  return (
    <QueryView query={query}>
      {(columns) =>
        columns === null ? (
          <p className={classes.none}>{t('files.noColumns')}</p>
        ) : (
          <ul className={classes.columns}>
            {columns.map(({ name, type }) => (
              <li key={name}>
                <button
                  type="button"
                  className={classes.column}
                  onClick={() => onInsert(quoted(name))}
                >
                  <span className={classes.name}>{name}</span>
                  <span className={classes.type}>{type}</span>
                </button>
              </li>
            ))}
          </ul>
        )
      }
    </QueryView>
  );
}
