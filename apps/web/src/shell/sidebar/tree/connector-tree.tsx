import type { Project } from '@causeway/contract/projects.ts';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { resourcePath } from '#domain/connectors/resources-query.ts';
import type { Connector } from '#platform/current-project/projects-query.ts';
import { keepHere } from '#platform/keep-here.ts';
import { Icon } from '#ui/icon.tsx';
import { findShownSchema, listNodes } from './tree-nodes.ts';
import { TreeLine, LINE_HEIGHT } from './tree-line.tsx';
import classes from './connector-tree.module.css';
import { useBranches } from './use-branches.ts';
import { useLineInSight } from './use-line-in-sight.ts';
import { useOpenNodes } from './use-open-nodes.ts';

/** Lines drawn beyond what is on screen, so that a quick scroll shows no gap. */
const SPARE = 12;

type ConnectorTreeProps = { project: Project; current: Connector | undefined };

/**
 * All databases and buckets of the project as one tree with its own scroll. Only the lines on screen
 * are drawn: a schema may have tens of thousands of tables.
 */
export function ConnectorTree({ project, current }: ConnectorTreeProps) {
  const { t } = useTranslation('shell');
  const [text, setText] = useState('');
  const search = useSettled(text.trim());
  const { isOpen, toggle } = useOpenNodes();
  const path = useLocation({ select: ({ publicHref }) => publicHref.split(/[?#]/)[0] ?? '' });
  const visited = useVisitedSchemas(current ? findShownSchema(path, current.id) : undefined);
  const isOpenHere = (key: string, usually: boolean) =>
    isOpen(key, usually || key === current?.id || visited.includes(key));
  const { branches, readAgain } = useBranches({
    projectId: project.id,
    connectors: project.connectors,
    isOpen: isOpenHere,
    search,
  });
  const nodes = listNodes(branches, { isOpen: isOpenHere, search });
  const [top, setTop] = useState(0);
  const isLoading = nodes.some((node) => node.kind === 'note' && node.note === 'loading');
  const list = useLineInSight({
    path,
    // What is still being read moves the lines below it.
    length: isLoading ? undefined : nodes.length,
    find: () =>
      nodes.findIndex(
        (node) =>
          node.kind === 'resource' &&
          node.connector.id === current?.id &&
          resourcePath(node.resource) === path,
      ),
  });
  const lines = useSteadyLength(project.id, nodes.length, { isLoading, isSearched: search !== '' });
  // The tree is never higher than the window. A shorter list begins anew, wherever the longer one was.
  const most = Math.ceil(innerHeight / LINE_HEIGHT) + 2 * SPARE;
  const scrolled = Math.floor(top / LINE_HEIGHT) - SPARE;
  const first = Math.max(0, Math.min(scrolled, nodes.length - most));
  const last = Math.min(nodes.length, first + most);

  function walk(event: KeyboardEvent<HTMLElement>) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || event.altKey) return;
    const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, a')];
    const at = stops.findIndex((stop) => stop === document.activeElement);
    stops[Math.max(0, at + step)]?.focus();
    event.preventDefault();
  }

  return (
    // The arrow keys only shorten the way that Tab goes too.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div onKeyDown={walk}>
      <label className={classes.filter}>
        <Icon name="search" size={14} />
        <input
          className={classes.input}
          type="search"
          aria-label={t('resources.filter')}
          placeholder={t('resources.filter')}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => event.key === 'Escape' && setText('')}
        />
      </label>
      <ul
        ref={list}
        className={classes.tree}
        onScroll={(event) => setTop(event.currentTarget.scrollTop)}
        style={{ height: lines * LINE_HEIGHT }}
      >
        <li aria-hidden style={{ height: first * LINE_HEIGHT }} />
        {nodes.slice(first, last).map((node) => (
          <TreeLine
            key={node.key}
            node={node}
            project={project}
            path={path}
            isCurrent={'connector' in node && node.connector.id === current?.id}
            onToggle={toggle}
            onRetry={readAgain}
          />
        ))}
        <li aria-hidden style={{ height: (nodes.length - last) * LINE_HEIGHT }} />
      </ul>
    </div>
  );
}

/** Where somebody was stands open, also once they went on: nothing folds under their hand. */
function useVisitedSchemas(shown: string | undefined): readonly string[] {
  const [visited, setVisited] = useState<readonly string[]>([]);
  const isNew = shown !== undefined && !visited.includes(shown);
  if (isNew) setVisited([...visited, shown]);
  return isNew ? [...visited, shown] : visited;
}

/** What a tree is taken to be as long as before it was ever seen. */
const USUAL_LENGTH = 17;

/** While it is loading, a tree is as long as it was last time: what stands below it stays in its place. */
function useSteadyLength(
  projectId: string,
  length: number,
  { isLoading, isSearched }: { isLoading: boolean; isSearched: boolean },
): number {
  const key = `causeway.tree.${projectId}`;
  useEffect(() => {
    if (!isLoading && !isSearched) keepHere(key, String(length));
  }, [key, length, isLoading, isSearched]);
  if (!isLoading || isSearched) return length;
  return Math.max(length, Number(localStorage.getItem(key) ?? USUAL_LENGTH));
}

const TYPING_MS = 120;

/** What was typed, once there is a pause. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const pause = setTimeout(() => setSettled(text), TYPING_MS);
    return () => clearTimeout(pause);
  }, [text]);
  return settled;
}
