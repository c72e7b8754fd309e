import { listLoadedProjects, type Connector } from '#platform/current-project/projects-query.ts';
import { readScope } from '#platform/current-project/scope.ts';
import { useCurrentProject } from '#platform/current-project/use-current-project.ts';
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
    // Before the session is known nobody can tell which page it will be; it loads when it is drawn.
    if (!user) return;
    const search = Object.fromEntries(new URLSearchParams(location.search));
    const scope = readScope(search, listLoadedProjects(), user.selection);
    if (scope.kind !== 'selected') return;
    await pages[kindOf(scope.current.connector)].preload();
  };
  return Page;
}

function kindOf(connector: Connector | undefined): Kind {
  return !connector || connector.implementation === 'sql' ? 'sql' : 's3';
}
