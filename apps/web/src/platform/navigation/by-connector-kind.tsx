import { listLoadedProjects, type Connector } from '#platform/current-project/projects-query.ts';
import { readScope } from '#platform/current-project/scope.ts';
import { useCurrentProject } from '#platform/current-project/use-current-project.ts';
import { keepHere } from '#platform/keep-here.ts';
import { findCurrentUser } from '#platform/session/user-query.ts';
import type { LazyPage } from './lazy-page.tsx';

type Kind = 'sql' | 's3';

/**
 * One address, a page for each kind of connector: /edit/{path} is a row of a table in a database and a
 * file in a bucket. Without a connector the page for databases says so.
 */
export function byConnectorKind(pages: Record<Kind, LazyPage>): LazyPage {
  function Page() {
    const { connector } = useCurrentProject();
    const KindPage = pages[kindOf(connector)];
    return <KindPage />;
  }

  Page.preload = async () => {
    const user = findCurrentUser();
    const search = Object.fromEntries(new URLSearchParams(location.search));
    // Before the session is known, the page it was the last time is the best guess.
    if (!user) {
      return pages[recallKind(search['connectorId']) ?? guessKind(location.pathname)].preload();
    }
    const scope = readScope(search, listLoadedProjects(), user.selection);
    if (scope.kind !== 'selected') return;
    const { connector } = scope.current;
    rememberKind(connector);
    await pages[kindOf(connector)].preload();
  };
  return Page;
}

function kindOf(connector: Connector | undefined): Kind {
  return !connector || connector.implementation === 'sql' ? 'sql' : 's3';
}

const keyOf = (connectorId: string) => `causeway.kind.${connectorId}`;

function rememberKind(connector: Connector | undefined): void {
  // Where it can't be kept, the page loads a little later.
  if (connector) keepHere(keyOf(connector.id), kindOf(connector));
}

function recallKind(connectorId: string | undefined): Kind | undefined {
  try {
    const kind = localStorage.getItem(keyOf(connectorId ?? ''));
    return kind === 's3' || kind === 'sql' ? kind : undefined;
  } catch {
    // Browsers can forbid storage altogether.
    return undefined;
  }
}

/** In a browser that never saw the connector: a folder ends in a slash, and files have endings. */
export function guessKind(pathname: string): Kind {
  return /^\/(explore|edit)\/.*(\/|\.[a-z0-9]{1,8})$/i.test(pathname) ? 's3' : 'sql';
}
