import { linkKinds } from '@causeway/contract/links.ts';
import { useTranslation } from 'react-i18next';
import { useCurrentProject } from '#platform/current-project/use-current-project.ts';
import { LinkCard } from '#domain/link-card/link-card.tsx';
import { DebugLayout } from './debug-layout.tsx';
import classes from './link-artifacts-page.module.css';

/** NAV-6, LINK-1: a card for every row of the link table. */
export default function LinkArtifactsPage() {
  const { t } = useTranslation('debug');
  const { project, connector } = useCurrentProject();
  const ids = new URLSearchParams({
    projectId: project?.id ?? 'null',
    connectorId: connector?.id ?? 'null',
  });
  return (
    <DebugLayout current="/_debug/link-artifacts" title={t('links.title')} line={t('links.line')}>
      <ul className={classes.list}>
        {Object.keys(linkKinds).map((kind) => (
          <li key={kind}>
            <code className={classes.kind}>{kind}</code>
            <LinkCard href={exampleOf(kind, ids)} />
          </li>
        ))}
      </ul>
    </DebugLayout>
  );
}

function exampleOf(kind: string, ids: URLSearchParams): string {
  if (kind === 'invalid') return 'https://causeway.test.example.com/explore/orders';
  return `${kind === 'other' ? '/chat' : kind}?${ids}`;
}
