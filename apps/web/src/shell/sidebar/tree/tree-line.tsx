import type { Project } from '@causeway/contract/projects.ts';
import { useTranslation } from 'react-i18next';
import { useFilling } from '#domain/sample/use-filling.ts';
import { resourceIcons, resourcePath } from '#domain/connectors/resources-query.ts';
import { scopedHref } from '#platform/current-project/use-current-project.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { useSettings } from '#platform/settings/use-settings.ts';
import { Icon, type IconName } from '#ui/icon.tsx';
import classes from './connector-tree.module.css';
import type { TreeNode } from './tree-nodes.ts';

export const LINE_HEIGHT = 28;

type TreeLineProps = {
  node: TreeNode;
  project: Project;
  /** The page on screen. */
  path: string;
  isCurrent: boolean;
  onToggle: (key: string, isOpen: boolean) => void;
  onRetry: (connectorId: string) => void;
};

export function TreeLine({ node, project, path, isCurrent, onToggle, onRetry }: TreeLineProps) {
  const { t } = useTranslation('shell');
  const { showRawNames } = useSettings();
  const { number, percent } = useFormats();
  const isEmpty = node.kind === 'note' && (node.note === 'noTables' || node.note === 'noFolders');
  const filled = useFilling(node.key.split(' ')[0] ?? '', isEmpty);
  if (node.kind === 'note') {
    const connectorId = node.key.split(' ')[0] ?? '';
    return (
      <li className={classes.note} data-depth={node.depth}>
        <span className={classes.text}>
          {filled === undefined
            ? t(`resources.${node.note}`)
            : t('resources.filling', { part: percent(filled) })}
        </span>
        {node.note === 'failed' && (
          <button type="button" className={classes.retry} onClick={() => onRetry(connectorId)}>
            {t('resources.retry')}
          </button>
        )}
      </li>
    );
  }
  const { connector, depth } = node;
  const hrefOf = (target: string) => scopedHref(target, project, connector);
  if (node.kind === 'resource') {
    const { name, label, kind } = node.resource;
    const target = resourcePath(node.resource);
    return (
      <li>
        <AppLink
          className={classes.line}
          data-depth={depth}
          href={hrefOf(target)}
          aria-current={isCurrent && path === target ? 'page' : undefined}
          title={label === name ? undefined : name}
        >
          <Icon name={resourceIcons[kind]} size={14} />
          <span className={classes.text}>{showRawNames ? name.replace(/\/$/, '') : label}</span>
        </AppLink>
      </li>
    );
  }
  const isSchema = node.kind === 'schema';
  const name = isSchema ? node.schema : connector.name;
  const explore = hrefOf('/explore');
  const href = isSchema ? `${explore}&${new URLSearchParams({ schema: name })}` : explore;
  return (
    <li className={classes.branch}>
      <button
        type="button"
        className={classes.toggle}
        data-depth={depth}
        aria-expanded={node.isOpen}
        aria-label={t(node.isOpen ? 'resources.fold' : 'resources.unfold', { name })}
        onClick={() => onToggle(node.key, !node.isOpen)}
      >
        <Icon name={node.isOpen ? 'chevronDown' : 'chevronRight'} size={12} />
      </button>
      <AppLink
        className={classes.line}
        data-depth={depth}
        data-branch
        data-current={(!isSchema && isCurrent) || undefined}
        href={href}
      >
        <Icon name={isSchema ? 'layers' : iconOf(connector)} size={isSchema ? 14 : 16} />
        <span className={classes.text}>{name}</span>
        {isSchema && <span className={classes.count}>{number(node.tables)}</span>}
      </AppLink>
    </li>
  );
}

function iconOf({ implementation }: { implementation: string }): IconName {
  return implementation === 'sql' ? 'database' : 'folder';
}
